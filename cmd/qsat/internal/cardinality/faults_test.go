package cardinality

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/parity"
	"queens/dimacs"
)

// faults holds formulas for which Refute once gave a wrong answer or a wrong proof.
var faults = []struct {
	name, clauses        string // the clauses are separated by semicolons
	refuted, satisfiable bool
}{
	{"a label twice, further apart than a level is wide", enginetest.RepeatedLabel, false, true},
	{"a tight hole that may be empty", enginetest.LooseHole, false, true},
	{"a statement about a total is none about its first part", enginetest.AliasOfTotal, true, false},
	{"new variables are numbered once", enginetest.SeveralSums, true, false},
}

func isSatisfiable(t *testing.T, f *dimacs.Formula) bool {
	t.Helper()
	a, err := engine.Solve(t.Context(), cdcl.New(), &engine.Task{Formula: f, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return a.Model != nil
}

func TestFaults(t *testing.T) {
	for _, c := range faults {
		for seed := range uint64(20) {
			f := enginetest.Clauses(c.clauses)
			if seed > 0 {
				f = enginetest.Shuffled(f, seed)
			}
			if got := isSatisfiable(t, f); got != c.satisfiable {
				t.Errorf("%s: satisfiable %v", c.name, got)
			}
			if got := refute(t, f); got && c.satisfiable || got != c.refuted && seed == 0 { // with another order, Refute may find no refutation
				t.Errorf("%s, seed %d: refuted %v", c.name, seed, got)
			}
			checkClaims(t, f)
		}
	}
}

// A tally counts the claims about formulas by kind, the arguments that are accepted or rejected after a
// random change, and the refuted formulas.
type tally struct{ counters, totals, twos, sums, mixed, violators, changed, rejected, refuted int }

// checkClaims checks all claims of a refuter about a formula, also those that no refutation needs. The
// labels of a counter must have different variables. The checker must accept the bounds of counters, the
// sets of at most two, the refutations of violators, and the sums. Exactly one literal of a sum must be
// true in every model. Whatever the checker accepts of random changes of these arguments must be right, too.
// The result is the number of claims of each kind, and of changed arguments that are accepted or rejected.
func checkClaims(t *testing.T, f *dimacs.Formula) (n tally) {
	t.Helper()
	d, err := enginetest.Task(f).Clauses()
	if err != nil || d.Unsat {
		return n
	}
	s := &refuter{Database: d, task: enginetest.Task(f), work: 1 << 30}
	if !s.prepare() {
		return n
	}
	x := &trusted{f, d, slices.Collect(d.All), models(t, f)}
	r := rand.New(rand.NewPCG(uint64(d.NumLits()), 48))
	accept := func(a *argument.Argument, what string) *checker.Checker {
		t.Helper()
		c, err := x.check(t, a)
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		for i := range 6 {
			if _, err := x.check(t, (&changer{r, x, i == 0}).changed(a)); err == nil {
				n.changed++
			} else {
				n.rejected++
			}
		}
		return c
	}
	for _, c := range s.counters {
		b := newBuilder(s)
		if c.constraint != nil {
			n.totals++
			b.countOf(c.constraint)
		} else {
			n.counters++
			seen := map[uint32]bool{}
			for _, l := range c.labels {
				if seen[l.Var()] {
					t.Errorf("a counter has the variable %d twice: %v", l.Var(), c.labels)
				}
				seen[l.Var()] = true
			}
			b.ladder(c, 0, len(c.windows)-1)
		}
		accept(&b.Argument, "counter")
	}
	for likely := range 2 {
		violator := s.find(t.Context(), likely == 1)
		for i, set := range s.atMostTwos {
			n.twos++
			b := newBuilder(s)
			g := b.groupOf(0, int32(s.doubles+2*i))
			b.Groups[g].Lits = set.lits
			accept(&b.Argument, "two")
		}
		if violator != nil {
			n.violators++
			if !accept(s.violation(violator), "violator").Refuted {
				t.Errorf("a violator does not refute")
			}
			continue
		}
		for _, a := range s.sums {
			n.sums++
			b := newBuilder(s)
			b.sum(*a.closure)
			if slices.ContainsFunc(b.Sums[0].Demands, func(d argument.Demand) bool { return d.Count > 0 }) || len(s.atMostTwos) > 0 {
				n.mixed++
			}
			group := b.groupOf(0, a.hole)
			// An equation has no variable twice.
			if e := parity.ExactlyOne(a.lits); len(e.Vars) > 1 && len(slices.Compact(slices.Clone(e.Vars))) == len(e.Vars) {
				e.Sum, e.Group = 1, group
				b.Equations, b.Additions = []argument.Equation{e, e}, []argument.Addition{{A: 0, B: 1}}
			}
			lits := accept(&b.Argument, "sum").ExactlyOne(0, group)
			if !slices.Equal(slices.Sorted(slices.Values(lits)), a.lits) {
				t.Errorf("sum of %v: %v", a.lits, lits)
			}
		}
	}
	return n
}

// A shaper makes random formulas like those in which faults were found.
type shaper struct {
	*rand.Rand
	*dimacs.Formula
}

func (s *shaper) fresh() dimacs.Lit {
	s.Vars++
	return dimacs.Lit(s.Vars)
}

// exclude adds clauses for "at most one of lits". About 1/12 of the pairs, chosen at random, are exclusive
// through a new variable.
func (s *shaper) exclude(lits ...dimacs.Lit) {
	for i, k := range lits {
		for _, l := range lits[:i] {
			if s.IntN(12) == 0 {
				z := s.fresh()
				s.Add(-k, z)
				s.Add(-z, -l)
			} else if k != -l {
				s.Add(-k, -l)
			}
		}
	}
}

// counter adds a sequential counter for "at least k labels are true". If both is true, it adds clauses of
// both directions for the sums.
func (s *shaper) counter(labels []dimacs.Lit, k int, both bool) {
	width := len(labels) - k
	var before []dimacs.Lit
	for j := range k {
		var level []dimacs.Lit
		for i := range width + 1 {
			var not []dimacs.Lit // the negation of the sum; empty for the last sum of a level, which is constant
			sum := dimacs.Lit(0)
			if i < width {
				sum = s.fresh()
				not = []dimacs.Lit{-sum}
			}
			c := append(slices.Clone(not), labels[i+j])
			if i > 0 {
				c = append(c, level[i-1])
				if both && sum != 0 {
					s.Add(-level[i-1], sum)
				}
			}
			s.Add(c...)
			if j > 0 && i < width {
				s.Add(-sum, before[i])
			}
			level = append(level, sum)
		}
		before = level
	}
}

// total adds a totalizer of leaves and returns its sums, which imply 1, 2, .. and at most most true leaves.
// Some sums are aliases: new literals that imply the sum itself.
func (s *shaper) total(leaves []dimacs.Lit, most int) []dimacs.Lit {
	if len(leaves) == 1 {
		return leaves
	}
	middle := len(leaves) / 2
	if s.IntN(3) == 0 {
		middle = 1 + s.IntN(len(leaves)-1)
	}
	a, b := s.total(leaves[:middle], most), s.total(leaves[middle:], most)
	at := func(list []dimacs.Lit, i int) []dimacs.Lit {
		if i <= len(list) {
			return list[i-1 : i]
		}
		return nil
	}
	var sums []dimacs.Lit
	for j := 1; j <= min(most, len(leaves)); j++ {
		z := s.fresh()
		for i := range j {
			s.Add(slices.Concat([]dimacs.Lit{-z}, at(a, i+1), at(b, j-i))...)
		}
		for range s.IntN(5) / 3 {
			alias := s.fresh()
			s.Add(-alias, z)
			z = alias
		}
		sums = append(sums, z)
	}
	return sums
}

// labels returns n different literals of lits, in random order, or all if there are fewer. If repeat is
// true, it appends copies of some of them until there are n+3.
func (s *shaper) labels(lits []dimacs.Lit, n int, repeat bool) (list []dimacs.Lit) {
	for _, i := range s.Perm(len(lits))[:min(n, len(lits))] {
		list = append(list, lits[i])
	}
	for repeat && len(list) < n+3 {
		list = append(list, list[s.IntN(len(list))])
	}
	return list
}

// shapes holds functions that make one formula, and the smallest number of claims of each kind that 150
// such formulas must have.
var shapes = map[string]struct {
	shape func(s *shaper)
	least tally
}{
	// counters with labels that occur twice, at distances close to the width of a level
	"repeated labels": {func(s *shaper) {
		vars := s.variables(4 + s.IntN(3))
		width := 2 + s.IntN(2)
		labels := s.labels(vars, 4+s.IntN(3), false)
		for range 1 + s.IntN(3) {
			labels = append(labels, labels[max(0, len(labels)-width-1-s.IntN(3))])
		}
		s.counter(labels, len(labels)-width, s.IntN(2) == 0)
		if s.IntN(3) == 0 { // with common labels in another order
			i, j := s.IntN(len(labels)), s.IntN(len(labels))
			labels = slices.Clone(labels)
			labels[i], labels[j] = labels[j], labels[i]
			s.counter(labels, len(labels)-width, true)
		}
		s.cover(vars, 2+s.IntN(3))
	}, tally{counters: 50, sums: 20, mixed: 1, violators: 20, refuted: 15}},
	// clauses and counters that can fill their holes, and other clauses with the same literals
	"tight holes": {func(s *shaper) {
		rows, columns := 3+s.IntN(2), 2+s.IntN(3)
		x := s.variables(rows * columns)
		for c := range columns {
			var column []dimacs.Lit
			for r := range rows {
				column = append(column, x[r*columns+c])
			}
			s.exclude(column...)
		}
		switch s.IntN(3) {
		case 0:
			s.counter(x, max(1, columns-s.IntN(2)), true)
		case 1:
			s.Add(s.total(x, columns)[columns-1])
		}
		for r := range rows {
			if row := x[r*columns : (r+1)*columns]; s.IntN(3) > 0 {
				s.Add(row...)
				if s.IntN(2) == 0 {
					s.exclude(row...)
				}
			}
		}
		s.cover(x, s.IntN(3))
	}, tally{counters: 40, totals: 5, sums: 100, mixed: 1, violators: 2, refuted: 1}},
	// holes of two pigeons, stated by clauses or by totals of negations
	"holes of two": {func(s *shaper) {
		holes, clauses := 3+s.IntN(2), s.IntN(2) == 0
		pigeons := 2*holes + s.IntN(3)/2
		x := s.variables(pigeons * holes)
		for h := range holes {
			var column, out []dimacs.Lit
			for p := range pigeons {
				column, out = append(column, x[p*holes+h]), append(out, -x[p*holes+h])
			}
			if !clauses {
				s.Add(s.total(out, pigeons-2)[pigeons-3])
				continue
			}
			for k := range column {
				for j := range k {
					for i := range j {
						if s.IntN(200) > 0 { // one may be missing
							s.Add(-column[i], -column[j], -column[k])
						}
					}
				}
			}
		}
		for p := range pigeons {
			s.Add(x[p*holes : (p+1)*holes]...)
		}
		s.cover(x, s.IntN(4)/3)
	}, tally{twos: 400, violators: 10, refuted: 5}},
	// totals of totals, with aliases
	"totals": {func(s *shaper) {
		groups, size := 2+s.IntN(2), 5+s.IntN(2)
		vars := s.variables(groups * size)
		for g := range groups {
			s.exclude(vars[g*size : (g+1)*size]...)
		}
		if s.IntN(2) == 0 {
			s.Add(vars[:4]...)
		}
		for range 1 + s.IntN(2) {
			n := groups*size - s.IntN(3)
			sums := s.total(s.labels(vars, n, s.IntN(4) == 0), groups+s.IntN(2))
			last := sums[len(sums)-1]
			if s.IntN(3) == 0 {
				more := s.total(s.labels(vars, 3, false), 2)
				s.Add(more[s.IntN(2)], last)
				last = sums[s.IntN(len(sums))]
			}
			s.Add(last)
		}
		s.cover(vars, s.IntN(2))
	}, tally{counters: 1, totals: 20, violators: 1, refuted: 1}},
	// perfect matchings of a graph, with totals and counters; some are contradictory modulo 2
	"several sums": {func(s *shaper) {
		n := 4 + s.IntN(3)
		x := s.variables(n * (n - 1) / 2) // perfect matchings of a graph
		edges := make([][]dimacs.Lit, n)
		k := 0
		for i := range n {
			for j := range i {
				if s.IntN(6) > 0 {
					edges[i], edges[j] = append(edges[i], x[k]), append(edges[j], x[k])
				}
				k++
			}
		}
		for _, at := range edges {
			s.exclude(at...)
			if len(at) > 0 && s.IntN(8) > 0 {
				s.Add(at...)
			}
		}
		if s.IntN(2) == 0 {
			s.Add(s.total(s.labels(x, 5, false), 2)[1])
		}
		if s.IntN(3) == 0 {
			s.counter(s.labels(x, 5, false), 2, true)
		}
	}, tally{counters: 20, totals: 10, sums: 300, mixed: 20, refuted: 5}},
}

func (s *shaper) variables(n int) (list []dimacs.Lit) {
	for range n {
		list = append(list, s.fresh())
	}
	return list
}

// cover adds n random sets of lits with at most one true literal, and about n/2 random clauses of lits.
func (s *shaper) cover(lits []dimacs.Lit, n int) {
	for range n {
		s.exclude(s.labels(lits, 2+s.IntN(3), false)...)
		if s.IntN(2) == 0 {
			s.Add(s.labels(lits, 2+s.IntN(3), false)...)
		}
	}
}

// For all shapes, Refute refutes no satisfiable formula, the proofs are right, the checker rejects no
// argument, and every claim holds.
func TestFaultyShapes(t *testing.T) {
	n := 150
	if enginetest.Long() {
		n = 3000
	}
	for name, c := range shapes {
		t.Run(name, func(t *testing.T) {
			var sum tally
			for seed := range n {
				s := &shaper{rand.New(rand.NewPCG(uint64(seed), 48)), &dimacs.Formula{}}
				if c.shape(s); seed%5 == 4 { // assigned literals
					s.Add(dimacs.Lit(1+s.IntN(s.Vars)) * dimacs.Lit(1-2*s.IntN(2)))
				}
				f := enginetest.Shuffled(s.Formula, uint64(seed))
				found, is := checkClaims(t, f), refute(t, f)
				satisfiable := isSatisfiable(t, f)
				if is && satisfiable {
					t.Errorf("refuted, and has a model")
				}
				if t.Failed() {
					t.Fatalf("seed %d: %v", seed, slices.Collect(f.Clauses()))
				}
				sum.counters += found.counters
				sum.totals += found.totals
				sum.twos += found.twos
				sum.sums += found.sums
				sum.mixed += found.mixed
				sum.violators += found.violators
				sum.changed += found.changed
				sum.rejected += found.rejected
				if is {
					sum.refuted++
				}
			}
			if least := c.least; sum.counters < least.counters || sum.totals < least.totals || sum.twos < least.twos || sum.sums < least.sums ||
				sum.mixed < least.mixed || sum.violators < least.violators || sum.refuted < least.refuted || sum.changed < 30 || sum.rejected < 80 {
				t.Errorf("found %+v, want at least %+v", sum, least)
			}
		})
	}
}
