// Package cardinality refutes formulas by counting. A pigeon is a constraint that needs a true literal:
// a clause, or a level of a counter. A counter "at least k of these literals are true" has k levels. A
// hole is a set of literals with at most one true literal. If all literals of n+1 pigeons are in n
// holes, the formula has no model. For example, the clauses (a, b), (c, d) and (e, f) are three
// pigeons. If {a, c, e} and {b, d, f} are holes, the three pigeons do not fit.
//
// Refute works in seven steps:
//
//  1. Find counters (grids.go and constraints.go), and sets of literals with at most two true literals.
//     Such a set is two holes.
//  2. Collect the pigeons. A clause of three or more literals is a pigeon only if each of its literals
//     looks like a choice, which excludes other literals. A binary clause is a pigeon if both of its
//     literals are in other pigeons.
//  3. Find the exclusive pairs: both literals of a pair are true in no model. Cliques of exclusive
//     literals are holes (cliques.go).
//  4. Choose one hole for each literal of each pigeon, greedily and in several ways (matching.go).
//  5. Match pigeons with holes by augmenting paths. If a pigeon finds no hole, a set of pigeons has
//     fewer holes than members: a Hall violator. That refutes the formula.
//  6. Otherwise, find sets of n pigeons with n holes. Each of these holes that allows one true literal
//     has exactly one. Package parity searches these exactly-one constraints for a contradiction modulo
//     2 (exactly_one.go).
//  7. Build an argument (build_argument.go), let package checker accept it, and let package derive
//     write the proof.
//
// Resolution needs exponentially many steps for the pigeonhole principle (A. Haken, "The
// Intractability of Resolution", Theoretical Computer Science 39, 1985). The proofs of package
// derive are short because they define new variables, such as partial sums.
//
// The package reads the clauses of a clause.Database and does not change them. It treats positive and
// negative literals alike.
//
// Sources: A. Biere, D. Le Berre, E. Lonca and N. Manthey, "Detecting Cardinality Constraints
// in CNF", SAT 2014, for sets found through an encoding.
package cardinality

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
)

// Name is the name of the package in statistics.
const Name = "cardinality"

// Refute reports whether it finds a refutation of a task by counting. If the task has a proof, Refute
// writes the refutation to it. It takes the assumptions of the task into account. It returns false if
// unit propagation alone refutes the task, or if the task has a proof but too few variable numbers are
// left for new variables.
//
// The budget work limits the search: one unit is about one watch or four words of a set. Refute gives up
// with false when the budget runs out. It returns the cause if ctx ends, an error of the proof,
// ErrTooLong, or clause.ErrTooLarge.
func Refute(ctx context.Context, t *engine.Task, work int) (refuted bool, err error) {
	d, err := t.Clauses()
	if err != nil || d.Unsat || !t.MayDefine() {
		return false, err
	}
	meter := t.Meter(Name)
	defer meter.Done()
	s := &refuter{Database: d, task: t, work: work}
	if !s.prepare(ctx) {
		return false, context.Cause(ctx)
	}
	for _, likely := range []bool{false, true} {
		if likely && !s.likely { // find would do the same again
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

// prepare sets numBinary, atMostTwos and counters. If there is no set of at most two and no counter
// with more than one level, it calls addConstraints. It increases the budget for counters and sets
// of at most two, and increases numBinary for the negations of the literals in these sets. It
// returns false if there is neither a binary clause nor a set of at most two, or if the work has run
// out.
func (s *refuter) prepare(ctx context.Context) bool {
	d, has := s.Database, s.countBinary()
	s.atMostTwos = findAtMostTwos(ctx, d, &s.work)
	f := newGridFinder(d, s.numBinary, &s.work)
	for _, g := range f.grids() {
		for _, g := range []*grid{g, g.complement()} {
			if c := f.counter(g); len(c.windows) > 0 && c.windows[0].to-c.windows[0].from > 2 {
				s.counters = append(s.counters, c)
			}
		}
	}
	if len(s.atMostTwos) == 0 && !slices.ContainsFunc(s.counters, func(c *counter) bool { return len(c.windows) > 1 }) {
		s.addConstraints()
	}
	for _, set := range s.atMostTwos {
		s.work += labelWork * len(set) * len(set)
		for _, l := range set {
			s.numBinary[l.Not()]++ // so that isChoice accepts l
		}
	}
	if !has && len(s.atMostTwos) == 0 || s.work < 0 {
		return false
	}
	for _, c := range s.counters {
		s.work += labelWork * len(c.windows) * (c.windows[0].to - c.windows[0].from)
	}
	return true
}

// A refuter holds the state of Refute.
type refuter struct {
	*clause.Database
	task       *engine.Task
	work       int     // the budget left; negative if it has run out
	numBinary  []int32 // indexed by literal: the number of binary clauses with it; increased by prepare
	counters   []*counter
	atMostTwos [][]clause.Lit // at most two literals of each set are true
	sums       []sum          // the sums of the tight closures that this call of find has met; see addSums
	likely     bool           // isChoice depended on its argument likely for some literal

	implied []*impliedBound // indexed by literal: the second result of findConstraints, or nil if it was not called

	*grouping
	*matcher
}

// addConstraints sets s.implied, and appends each constraint of findConstraints that allows more than two
// false leaves to s.counters, unless the product of least and this number is maxLits*8 or more.
func (s *refuter) addConstraints() {
	var list []*constraint
	list, s.implied = findConstraints(s.Database, s.numBinary, &s.work)
	for _, t := range list {
		width := t.size - t.least
		if width <= 2 || t.least*width >= maxLits*8 {
			continue
		}
		c := &counter{labels: slices.Clone(t.leaves), constraint: t}
		for i := range t.least {
			c.windows = append(c.windows, window{i, i + width + 1})
		}
		s.counters = append(s.counters, c)
	}
}

// countBinary sets numBinary, and reports whether the formula has a binary clause. It spends work.
func (s *refuter) countBinary() (has bool) {
	s.numBinary = make([]int32, s.NumLits())
	for l := range s.Literals {
		s.work -= 1 + len(s.Watching(l))/16
		for _, w := range s.Watching(l) {
			if w.IsBinary() {
				s.numBinary[l]++
				has = true
			}
		}
	}
	return has
}

// find does steps 2 to 5 of the package comment and finds the sets of step 6. It returns the indices
// of a Hall violator in s.pigeons, or nil if it does not find any. Then s.sums holds the sums for
// contradict. If likely is true, find also uses clauses with literals that are only likely to be
// choices; see isChoice. It returns nil early if the work runs out, if ctx ends, or if there are
// fewer than two pigeons or more than maxLits literals. It replaces the grouping and the matcher.
func (s *refuter) find(ctx context.Context, likely bool) (violator []int32) {
	s.grouping, s.matcher, s.sums = &grouping{number: make([]int32, s.NumLits())}, &matcher{}, nil
	for i, c := range s.counters {
		for level, w := range c.windows {
			s.add(c.labels[w.from:w.to], pigeon{counter: i + 1, level: level})
		}
	}
	levels := len(s.pigeons)
	if s.addClauses(likely); likely { // long clauses first: they seldom contain auxiliary variables of an encoding
		slices.SortStableFunc(s.pigeons[levels:], func(p, q pigeon) int { return len(q.lits) - len(p.lits) })
	}
	if len(s.lits) >= longLits*len(s.pigeons) {
		s.work += pigeonWork * len(s.pigeons)
	}
	if len(s.pigeons) < 2 || len(s.lits) > maxLits || !s.exclude(ctx, s.Database, &s.work) {
		return nil
	}
	if s.cliques = s.edgeCliques(ctx, &s.work); s.work < 0 {
		return nil
	}
	s.doubles = len(s.cliques)
	for _, set := range s.atMostTwos {
		var numbers []int32
		for _, l := range set {
			if n := s.number[l]; n > 0 {
				numbers = append(numbers, n-1)
			}
		}
		s.cliques = append(s.cliques, numbers, nil)
	}
	s.findPlaces(len(s.lits))
	order := lists.From(0, len(s.cliques))
	slices.SortStableFunc(order, func(a, b int) int { return len(s.places[b]) - len(s.places[a]) })
	used := make([]bool, len(s.cliques))
	for tried, i := 0, 0; tried < attempts && i < len(order); i++ {
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
		if len(s.sums) > 0 && p.counter == 0 && s.isClique(p.lits) {
			s.addSums(&closure{-1, []int32{int32(i)}, [][]int32{make([]int32, len(p.lits))}, []int32{0}})
		}
	}
	return nil
}

// add appends the pigeon p to s.pigeons, with the given literals and room for their holes. It numbers the
// literals that are new, and spends s.work.
func (s *refuter) add(lits []clause.Lit, p pigeon) {
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

// isChoice reports whether a literal looks like a choice, not like an auxiliary variable of an encoding.
// The negation of a choice must be in a binary clause, and the choice itself in no binary clause. If
// likely is true, it is enough that at least twice as many binary clauses contain the negation. If the
// two rules give different results for l, isChoice sets s.likely.
func (s *refuter) isChoice(l clause.Lit, likely bool) bool {
	asked, excludes := s.numBinary[l], s.numBinary[l.Not()]
	s.likely = s.likely || asked > 0 && excludes >= 2*asked
	return excludes > 0 && (asked == 0 || likely && excludes >= 2*asked)
}

// addClauses adds a pigeon for each original, unsatisfied clause of three or more literals whose
// unassigned literals are all choices by isChoice, which gets the argument likely. Then it adds the
// binary clauses between literals of pigeons, also learned ones. It stops before the binary clauses
// if the work runs out.
func (s *refuter) addClauses(likely bool) {
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
		if s.numBinary[l] == 0 {
			continue
		}
		for _, w := range s.Watching(l) {
			if k := w.Lit(); w.IsBinary() && k > l && s.number[k] > 0 && s.Value(k) == 0 {
				s.add([]clause.Lit{l, k}, pigeon{})
			}
		}
	}
}
