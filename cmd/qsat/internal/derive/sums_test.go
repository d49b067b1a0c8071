package derive

import (
	"context"
	"errors"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// A builder makes a formula and an argument about it.
type builder struct {
	f *dimacs.Formula
	a argument.Argument
	// clauses[n] holds the clauses of the pairs of count n. demands[n] is the clause of demand n of the
	// first sum, or nil if the demand is about a count.
	clauses [][][]dimacs.Lit
	demands [][]dimacs.Lit
}

// newBuilder returns a builder with an empty sum, and a formula that contains the variables 1 to vars.
func newBuilder(vars int) *builder {
	b := &builder{f: &dimacs.Formula{Vars: vars}, a: argument.Argument{Sums: make([]argument.Sum, 1)}}
	for v := range dimacs.Lit(vars) { // a tautology, so that the database has the variable
		b.f.Add(v+1, -v-1, 1)
	}
	return b
}

// literals returns the literals of the database for DIMACS literals.
func literals(lits []dimacs.Lit) (list []clause.Lit) {
	for _, l := range lits {
		list = append(list, clause.Of(l))
	}
	return list
}

// group adds a group, and the clauses of negated pairs or triples that exclude more than atMost true lits.
func (b *builder) group(atMost int, lits ...dimacs.Lit) {
	b.a.Groups = append(b.a.Groups, argument.Group{Lits: literals(lits), AtMost: atMost})
	for k := range lits {
		for j := range k {
			if atMost == 1 {
				b.f.Add(-lits[j], -lits[k])
				continue
			}
			for i := range j {
				b.f.Add(-lits[i], -lits[j], -lits[k])
			}
		}
	}
}

// count adds a count, "at least k labels are true", and the clauses of a sequential counter in new variables.
func (b *builder) count(k int, labels ...dimacs.Lit) {
	n := argument.Count{Labels: literals(labels)}
	var clauses [][]dimacs.Lit
	first, width := dimacs.Lit(b.f.Vars), len(labels)-k
	sum := func(i, j int) (dimacs.Lit, clause.Lit, int32) { // sum i of level j, twice, and 1 + the number of its bound
		if i == width {
			return truth, argument.True, int32((j + 1) * (width + 1))
		}
		l := first + dimacs.Lit(j*width+i+1)
		return l, clause.Of(l), int32(j*(width+1) + i + 1)
	}
	for j := range k {
		for i := range width + 1 {
			s, lit, _ := sum(i, j)
			pairs := [][2]int32{{0, -int32(i+j) - 1}}
			own := [][]dimacs.Lit{{-s, labels[i+j]}}
			if i > 0 {
				before, _, bound := sum(i-1, j)
				pairs[0][0], own[0] = bound, append(own[0], before)
			}
			if j > 0 {
				below, _, bound := sum(i, j-1)
				pairs, own = append(pairs, [2]int32{bound, 0}), append(own, []dimacs.Lit{-s, below})
			}
			for at, c := range own {
				c = slices.DeleteFunc(c, func(l dimacs.Lit) bool { return l == -truth })
				n.Pairs = append(n.Pairs, argument.Pair{Parts: pairs[at]})
				clauses = append(clauses, c)
			}
			n.Bounds = append(n.Bounds, argument.Bound{Lit: lit, Middle: int32(i + j), To: int32(i + j + 1), AtLeast: int32(j + 1), End: int32(len(n.Pairs))})
		}
	}
	b.f.Vars += k * width
	for _, c := range clauses {
		if !slices.Contains(c, truth) {
			b.f.Add(c...)
		}
	}
	b.a.Counts, b.clauses = append(b.a.Counts, n), append(b.clauses, clauses)
}

// clause adds a clause and its demand. It assigns lits[i] to the group with the number groups[i].
func (b *builder) clause(groups []int32, lits ...dimacs.Lit) {
	b.f.Add(lits...)
	b.demands = append(b.demands, lits)
	b.a.Sums[0].Demands = append(b.a.Sums[0].Demands, argument.Demand{Lits: literals(lits), Groups: groups, AtLeast: 1})
}

// labels adds a demand of the last count: at least k of the labels from position from on are true. There is
// one label per group.
func (b *builder) labels(k, from int, groups ...int32) {
	n := len(b.a.Counts) - 1
	b.demands = append(b.demands, nil)
	b.a.Sums[0].Demands = append(b.a.Sums[0].Demands, argument.Demand{
		Lits: b.a.Counts[n].Labels[from : from+len(groups)], Groups: groups, AtLeast: k,
		Count: n + 1, Bound: len(b.a.Counts[n].Bounds) - 1, From: int32(from),
	})
}

// find returns the clause of more than two literals with exactly these literals, or 0.
func find(d *clause.Database, lits []clause.Lit) clause.Ref {
	slices.Sort(lits)
	for c := range d.All {
		if slices.Equal(slices.Sorted(slices.Values(d.Lits(c))), lits) {
			return c
		}
	}
	return 0
}

// check checks the argument and returns the checker. The test fails if the checker rejects the argument.
func (b *builder) check(t *testing.T) *checker.Checker {
	t.Helper()
	d, err := clause.Load(b.f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n, clauses := range b.clauses {
		for i, lits := range clauses {
			b.a.Counts[n].Pairs[i].Clause = find(d, literals(lits))
		}
	}
	for i, lits := range b.demands {
		b.a.Sums[0].Demands[i].Clause = find(d, literals(lits))
	}
	c := checker.New(d)
	if err := c.Check(t.Context(), &b.a); err != nil {
		t.Fatal(err)
	}
	return c
}

// Every kind of sum has a proof. If the sums of the formula are a ladder for the whole demand, the proof uses
// them. Otherwise it defines new partial sums.
func TestRefutation(t *testing.T) {
	for name, test := range map[string]struct {
		make    func(b *builder)
		ladders int // the number of demands with sums of the formula
		refuted bool
	}{
		"pigeons": {func(b *builder) {
			b.group(1, 1, 3, 5)
			b.group(1, 2, 4, 6)
			for p := range dimacs.Lit(3) {
				b.clause([]int32{0, 1}, 2*p+1, 2*p+2)
			}
		}, 0, true},
		"a ladder": {func(b *builder) {
			b.group(1, 1, 2)
			b.group(1, 3, 4)
			b.count(3, 1, 3, 2, 4)
			b.labels(3, 0, 0, 1, 0, 1)
		}, 1, true},
		"less than the bound": {func(b *builder) {
			b.group(1, 1, 2, 6)
			b.group(1, 3, 4, 5, 7)
			b.count(3, 1, 3, 2, 4, 5)
			b.labels(2, 0, 0, 1, 0, 1, 1)
			b.clause([]int32{0, 1}, 6, 7)
		}, 0, true},
		"an interval": {func(b *builder) {
			b.group(1, 1, 2, 5)
			b.count(4, 6, 1, 2, 5, 7)
			b.labels(2, 1, 0, 0, 0)
		}, 0, true},
		"slots of clauses": {func(b *builder) {
			b.group(2, 1, 3, 5, 7, 9)
			b.group(2, 2, 4, 6, 8, 10)
			for p := range dimacs.Lit(5) {
				b.clause([]int32{0, 1}, 2*p+1, 2*p+2)
			}
		}, 0, true},
		"slots of levels": {func(b *builder) {
			b.group(2, 1, 2, 3)
			b.group(1, 4, 5)
			b.count(4, 1, 4, 2, 3, 5)
			b.labels(4, 0, 0, 1, 0, 0, 1)
		}, 1, true},
		"slots of a count": {func(b *builder) {
			b.count(3, -1, -3, -5, -7, -9)
			b.a.Groups = append(b.a.Groups, argument.Group{Lits: literals([]dimacs.Lit{1, 3, 5, 7, 9}), AtMost: 2, Count: 1, Bound: len(b.a.Counts[0].Bounds) - 1})
			b.group(2, 2, 4, 6, 8, 10)
			for p := range dimacs.Lit(5) {
				b.clause([]int32{0, 1}, 2*p+1, 2*p+2)
			}
		}, 0, true},
		"a tight sum": {func(b *builder) {
			b.group(1, 1, 3)
			b.group(1, 2, 4)
			b.clause([]int32{0, 1}, 1, 2)
			b.clause([]int32{0, 1}, 3, 4)
		}, 0, false},
		"a tight sum with slots and levels": {func(b *builder) {
			b.group(2, 1, 2, 3)
			b.group(1, 4, 5, 6)
			b.group(1, 7)
			b.count(3, 1, 4, 2, 3, 5)
			b.labels(3, 0, 0, 1, 0, 0, 1)
			b.clause([]int32{1, 2}, 6, 7)
		}, 1, false},
		"unrelated violators in one": {func(b *builder) {
			for i := range dimacs.Lit(2) {
				b.group(1, 10*i+1, 10*i+3, 10*i+5)
				b.group(1, 10*i+2, 10*i+4, 10*i+6)
				for p := range dimacs.Lit(3) {
					b.clause([]int32{int32(2 * i), int32(2*i + 1)}, 10*i+2*p+1, 10*i+2*p+2)
				}
			}
		}, 0, true},
		"pigeons that fit beside a violator": {func(b *builder) {
			b.group(1, 11, 12)
			b.clause([]int32{0, 0}, 11, 12)
			b.group(1, 1, 3)
			b.clause([]int32{1, 1}, 1, 3)
			b.clause([]int32{2, 2}, 5, 7)
			b.group(1, 5, 7, 9)
			b.group(1, 13)
			b.clause([]int32{2, 3}, 9, 13)
			b.group(1, 14, 15)
			b.count(2, 14, 15, 16)
			b.group(1, 16)
			b.labels(2, 0, 4, 4, 5)
		}, 1, false},
	} {
		b := newBuilder(20)
		test.make(b)
		c := b.check(t)
		if c.Refuted != test.refuted {
			t.Errorf("%s: refuted %v", name, c.Refuted)
		}
		w, ladders := &writer{c: c, a: &b.a}, 0
		for _, d := range b.a.Sums[0].Demands {
			if d.Count > 0 && w.own(d) != nil {
				ladders++
			}
		}
		if ladders != test.ladders {
			t.Errorf("%s: %d ladders", name, ladders)
		}
		proof := &enginetest.Proof{}
		if err := Refutation(t.Context(), proof, c, &b.a, nil, dimacs.Lit(b.f.Vars)); err != nil || proof.Len() == 0 {
			t.Errorf("%s: %d lines, %v", name, proof.Len(), err)
		}
		if test.refuted {
			enginetest.CheckProof(t, b.f, proof)
		} else {
			enginetest.CheckDerivation(t, b.f, proof)
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// A complete graph of five vertices has no perfect matching. The tight sums of the vertices are contradictory
// modulo 2, and each sum needs new variables.
func TestSeveralSums(t *testing.T) {
	b := newBuilder(10)
	edges := make([][]dimacs.Lit, 5)
	l := dimacs.Lit(0)
	for i := range edges {
		for j := range i {
			l++
			edges[i], edges[j] = append(edges[i], l), append(edges[j], l)
		}
	}
	for _, at := range edges {
		b.group(1, at...)
	}
	b.a.Sums = make([]argument.Sum, len(edges))
	for i, at := range edges {
		b.count(1, at...)
		b.a.Sums[i].Demands = []argument.Demand{{Lits: literals(at), Groups: slices.Repeat([]int32{int32(i)}, len(at)), AtLeast: 1, Count: i + 1, Bound: len(b.a.Counts[i].Bounds) - 1}}
		e := argument.Equation{Odd: true, Sum: i + 1, Group: i}
		for _, l := range at {
			e.Vars = append(e.Vars, uint32(l))
		}
		slices.Sort(e.Vars)
		b.a.Equations = append(b.a.Equations, e)
	}
	b.a.Additions = []argument.Addition{{A: 0, B: 1}, {A: 5, B: 2}, {A: 6, B: 3}, {A: 7, B: 4}}
	c := b.check(t)
	if !c.Refuted {
		t.Fatal("not refuted")
	}
	proof := &enginetest.Proof{}
	if err := Refutation(t.Context(), proof, c, &b.a, nil, dimacs.Lit(b.f.Vars)); err != nil {
		t.Fatal(err)
	}
	enginetest.CheckProof(t, b.f, proof)
	cause := errors.New("stopped")
	if err := Refutation(t.Context(), enginetest.FullDisk{Err: cause}, c, &b.a, nil, dimacs.Lit(b.f.Vars)); err != cause {
		t.Errorf("full disk: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if err := Refutation(ctx, &enginetest.Proof{}, c, &b.a, nil, dimacs.Lit(b.f.Vars)); err != cause {
		t.Errorf("stopped: %v", err)
	}
}
