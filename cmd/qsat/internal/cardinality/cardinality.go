// Package cardinality refutes formulas by counting: where clauses and counters ask for more
// true literals, the pigeons, than there are sets of such that exclude each other, the holes,
// there is no model. Resolution takes exponentially many steps for that (A. Haken, "The
// Intractability of Resolution", Theoretical Computer Science 39, 1985); the proofs here have
// new variables for what is counted.
//
// It owns what it finds in the clauses, which are those of a clause.Database that it does not
// change, and knows nothing of names, signs or the order of the text.
//
// Sources: A. Biere, D. Le Berre, E. Lonca and N. Manthey, "Detecting Cardinality Constraints
// in CNF", SAT 2014, for sets found through an encoding.
package cardinality

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
)

// Name is that of the technique in statistics.
const Name = "cardinality"

const (
	// maxLits bounds the literals looked at, as any two of them are a bit.
	maxLits = 1 << 13
	// trials is in how many ways holes are looked for.
	trials = 8
	// labelWork is the work that each label of a counter is worth, or two literals of a set:
	// formulas that count are rare.
	labelWork = 1 << 8
	// pigeonWork is what each pigeon is worth where they have longLits literals each, which
	// are rare as well.
	pigeonWork = 1 << 16
	longLits   = 8
)

// Refute reports whether counting shows that a task has no model, as far as that can be found
// with so much work: entries of watch lists read, or four words of sets. If so, it writes a
// proof. It returns the cause when ctx ends, errors of the proof, and
// ErrTooLong.
func Refute(ctx context.Context, t *engine.Task, work int) (refuted bool, err error) {
	d, err := t.Clauses()
	if err != nil || d.Unsat || !t.MayDefine() {
		return false, err
	}
	meter := t.Meter(Name)
	defer meter.Done()
	s := &search{Database: d, task: t, work: work}
	if !s.prepare() {
		return false, context.Cause(ctx)
	}
	for _, likely := range []bool{false, true} {
		if likely && !s.likely { // as before
			break
		}
		if violator := s.find(ctx, likely); violator != nil {
			return s.conclude(ctx, s.violation(violator), nil, meter)
		}
		if refuted, err = s.contradict(ctx, meter); refuted || err != nil {
			return refuted, err
		}
	}
	return false, context.Cause(ctx)
}

// prepare finds counters and sets of which two are true. It returns false if there is nothing
// that find could use, or too little work left.
func (s *search) prepare() bool {
	d, has := s.Database, s.countPairs()
	s.twos = findTwos(d, &s.work)
	s.counters = counters(d, s.pairs, &s.work)
	if len(s.twos) == 0 && !slices.ContainsFunc(s.counters, func(c *counter) bool { return len(c.windows) > 1 }) {
		s.addTotals()
	}
	for _, set := range s.twos {
		s.work += labelWork * len(set.lits) * len(set.lits)
		for _, l := range set.lits {
			s.pairs[l.Not()]++ // it is a choice
		}
	}
	if !has && len(s.twos) == 0 || s.work < 0 {
		return false
	}
	for _, c := range s.counters {
		s.work += labelWork * len(c.windows) * (c.windows[0].to - c.windows[0].from)
	}
	return true
}

// A search looks for pigeons that are more than their holes.
type search struct {
	*clause.Database
	task     *engine.Task
	work     int     // that is left
	pairs    []int32 // by literal: binary clauses
	counters []*counter
	twos     []two
	sums     []sum
	likely   bool // a literal was only likely to be a choice

	statements []*statement // by literal

	*grouping
	*housing
}

// addTotals adds totals as counters, or as sets of which two are true, if that is what they
// say of the negations: beside such sets counters are parts of these, and are dropped.
func (s *search) addTotals() {
	var roots []*root
	roots, s.statements = findTotals(s.Database, s.pairs, &s.work)
	twos := slices.ContainsFunc(roots, func(t *root) bool { return t.size-t.least == 2 })
	if twos {
		s.counters = nil
	}
	for _, t := range roots {
		leaves := slices.Clone(t.leaves)
		switch width := t.size - t.least; {
		case width == 2:
			for i, l := range leaves {
				leaves[i] = l.Not()
			}
			s.twos = append(s.twos, two{leaves, t})
		case width > 2 && !twos && t.least*width < maxLits*8:
			c := &counter{labels: leaves, total: t}
			for i := range t.least {
				c.windows = append(c.windows, window{i, i + width + 1})
			}
			s.counters = append(s.counters, c)
		}
	}
}

// countPairs counts the binary clauses of literals. It returns false if there are none.
func (s *search) countPairs() (has bool) {
	s.pairs = make([]int32, s.NumLits())
	for l := range s.Literals {
		s.work -= 1 + len(s.Watching(l))/16
		for _, w := range s.Watching(l) {
			if w.IsBinary() {
				s.pairs[l]++
				has = true
			}
		}
	}
	return has
}

// find returns pigeons that are too many, or nil.
func (s *search) find(ctx context.Context, likely bool) (violator []int32) {
	s.grouping, s.housing, s.sums = &grouping{number: make([]int32, s.NumLits())}, &housing{}, nil
	for i, c := range s.counters {
		for level, w := range c.windows {
			s.add(c.labels[w.from:w.to], pigeon{counter: i + 1, level: level})
		}
	}
	levels := len(s.pigeons)
	if s.addClauses(likely); likely { // the longest are the least likely to be about auxiliary variables
		slices.SortStableFunc(s.pigeons[levels:], func(p, q pigeon) int { return len(q.lits) - len(p.lits) })
	}
	if len(s.lits) >= longLits*len(s.pigeons) {
		s.work += pigeonWork * len(s.pigeons)
	}
	if len(s.pigeons) < 2 || len(s.lits) > maxLits || !s.exclude(ctx, s.Database, &s.work) {
		return nil
	}
	if len(s.twos) == 0 {
		s.dropFree()
	}
	if len(s.pigeons) < 2 {
		return nil
	}
	if s.cliques = s.edgeCliques(ctx, &s.work); s.work < 0 {
		return nil
	}
	s.doubles = len(s.cliques)
	for _, set := range s.twos {
		var numbers []int32
		for _, l := range set.lits {
			if n := s.number[l]; n > 0 {
				numbers = append(numbers, n-1)
			}
		}
		s.cliques = append(s.cliques, numbers, nil)
	}
	s.findPlaces(len(s.lits))
	if len(s.twos) == 0 {
		s.weigh()
	}
	if len(s.pigeons) < 2 {
		return nil
	}
	order := make([]int, len(s.cliques))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(s.places[b]) - len(s.places[a]) })
	used := make([]bool, len(s.cliques))
	for tried, i := 0, 0; tried < trials && i < len(order); i++ {
		if used[order[i]] {
			continue
		}
		tried++
		s.fill(order[i], &s.work)
		if violator := s.violator(&s.work); violator != nil {
			return violator
		}
		if s.work < 0 || ctx.Err() != nil {
			return nil
		}
		for c := range s.cliques {
			used[c] = used[c] || s.in[c] >= 0
		}
		for _, c := range s.tight(order[i], &s.work) {
			s.addSums(c)
		}
	}
	for i, p := range s.pigeons {
		if len(s.sums) > 0 && p.counter == 0 && s.excludeEachOther(p.lits) {
			s.addSums(&closure{-1, []int32{int32(i)}, [][]int32{make([]int32, len(p.lits))}, []int32{0}})
		}
	}
	return nil
}

// add adds a pigeon with some literals.
func (s *search) add(lits []clause.Lit, p pigeon) {
	p.lits, p.holes = make([]int32, len(lits)), make([]int32, len(lits))
	for i, l := range lits {
		if s.number[l] == 0 {
			s.lits = append(s.lits, l)
			s.number[l] = int32(len(s.lits))
		}
		p.lits[i] = s.number[l] - 1
	}
	s.pigeons = append(s.pigeons, p)
	s.work -= len(lits)
}

// isChoice reports whether a literal excludes others and no binary clause asks for it, or,
// where that need only be likely, half as many. It notes that there is one of these.
func (s *search) isChoice(l clause.Lit, likely bool) bool {
	asked, excludes := s.pairs[l], s.pairs[l.Not()]
	s.likely = s.likely || asked > 0 && excludes >= 2*asked
	return excludes > 0 && (asked == 0 || likely && excludes >= 2*asked)
}

// addClauses adds the clauses of choices.
func (s *search) addClauses(likely bool) {
	var open []clause.Lit
	for c := range s.All {
		open = open[:0]
		for _, l := range s.Lits(c) {
			if s.Value(l) > 0 || s.Value(l) == 0 && !s.isChoice(l, likely) {
				open = open[:0]
				break
			} else if s.Value(l) == 0 {
				open = append(open, l)
			}
		}
		if s.work--; s.work < 0 {
			return
		}
		if len(open) > 0 && !s.Has(c, clause.Learned) {
			s.add(open, pigeon{clause: c})
		}
	}
	for _, l := range slices.Clone(s.lits) {
		if s.pairs[l] == 0 {
			continue
		}
		for _, w := range s.Watching(l) {
			if k := w.Lit(); w.IsBinary() && k > l && s.number[k] > 0 && s.Value(k) == 0 {
				s.add([]clause.Lit{l, k}, pigeon{})
			}
		}
	}
}
