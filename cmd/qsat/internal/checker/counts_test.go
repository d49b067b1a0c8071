package checker

import (
	"context"
	"errors"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// sequential returns a formula and a count: at least two of the labels 1 2 3 4 are true. The formula is a
// sequential counter with only the implications from sums to labels. Sum 5 implies at least 1 of the first
// 1 labels, 6 at least 1 of the first 2, 7 at least 2 of the first 2, and 8 at least 2 of the first 3.
func sequential(t testing.TB) (*clause.Database, argument.Count) {
	d := formula(t, 10, []dimacs.Lit{-10},
		[]dimacs.Lit{-5, 1}, []dimacs.Lit{-6, 5, 2}, []dimacs.Lit{6, 3}, // at least 1 of the first 3 labels
		[]dimacs.Lit{-7, 2}, []dimacs.Lit{-7, 5}, []dimacs.Lit{-8, 7, 3, 10}, []dimacs.Lit{-8, 6}, []dimacs.Lit{8, 4},
		[]dimacs.Lit{5, -6, -2, 9})
	return d, argument.Count{
		Labels: literals(1, 2, 3, 4),
		Bounds: []argument.Bound{
			{Lit: clause.Of(5), To: 1, AtLeast: 1, End: 1},
			{Lit: clause.Of(6), Middle: 1, To: 2, AtLeast: 1, End: 2},
			{Lit: argument.True, Middle: 2, To: 3, AtLeast: 1, End: 3},
			{Lit: clause.Of(7), Middle: 1, To: 2, AtLeast: 2, End: 5},
			{Lit: clause.Of(8), Middle: 2, To: 3, AtLeast: 2, End: 7},
			{Lit: argument.True, Middle: 3, To: 4, AtLeast: 2, End: 9},
		},
		Pairs: []argument.Pair{
			{Parts: [2]int32{0, -1}}, {Parts: [2]int32{1, -2}, Clause: ref(t, d, -6, 5, 2)}, {Parts: [2]int32{2, -3}},
			{Parts: [2]int32{1, 0}}, {Parts: [2]int32{0, -2}}, {Parts: [2]int32{2, 0}}, {Parts: [2]int32{4, -3}, Clause: ref(t, d, -8, 7, 3, 10)},
			{Parts: [2]int32{3, 0}}, {Parts: [2]int32{5, -4}},
		},
	}
}

// totalizer returns a formula and a count: at least two of the labels 1 2 -3 1 are true. Sum 5 is true if
// and only if at least 1 of 1 2 is true, and sum 6 for at least 2. Sums 7 and 8 say the same about -3 1.
// The literal 9 is an alias of 6.
func totalizer(t testing.TB) (*clause.Database, argument.Count) {
	d := formula(t, 9,
		[]dimacs.Lit{-5, 1, 2}, []dimacs.Lit{5, -1}, []dimacs.Lit{5, -2}, []dimacs.Lit{-6, 1}, []dimacs.Lit{-6, 2}, []dimacs.Lit{6, -1, -2},
		[]dimacs.Lit{-7, -3, 1}, []dimacs.Lit{7, 3}, []dimacs.Lit{7, -1}, []dimacs.Lit{-8, -3}, []dimacs.Lit{-8, 1}, []dimacs.Lit{8, 3, -1},
		[]dimacs.Lit{-9, 6}, []dimacs.Lit{5, 8}, []dimacs.Lit{9, 7})
	return d, argument.Count{
		Labels: literals(1, 2, -3, 1),
		Bounds: []argument.Bound{
			{Lit: clause.Of(5), Middle: 1, To: 2, AtLeast: 1, End: 1},
			{Lit: clause.Of(6), Middle: 1, To: 2, AtLeast: 2, End: 3},
			{Lit: clause.Of(9), Middle: 2, To: 2, AtLeast: 2, End: 4},
			{Lit: clause.Of(7), From: 2, Middle: 3, To: 4, AtLeast: 1, End: 5},
			{Lit: clause.Of(8), From: 2, Middle: 3, To: 4, AtLeast: 2, End: 7},
			{Lit: argument.True, Middle: 2, To: 4, AtLeast: 2, End: 9},
		},
		Pairs: []argument.Pair{
			{Parts: [2]int32{-1, -2}, Clause: ref(t, d, -5, 1, 2)}, {Parts: [2]int32{-1, 0}}, {Parts: [2]int32{0, -2}}, {Parts: [2]int32{2, 0}},
			{Parts: [2]int32{-3, -4}, Clause: ref(t, d, -7, -3, 1)}, {Parts: [2]int32{-3, 0}}, {Parts: [2]int32{0, -4}},
			{Parts: [2]int32{1, 5}}, {Parts: [2]int32{3, 4}},
		},
	}
}

func TestCounts(t *testing.T) {
	for name, make := range map[string]func(testing.TB) (*clause.Database, argument.Count){"sequential": sequential, "totalizer": totalizer} {
		d, n := make(t)
		if err := New(d).Check(t.Context(), &argument.Argument{Counts: []argument.Count{n, n}}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for i := range n.Bounds { // a larger bound is rejected, and so is a count without one of the pairs
			d, n := make(t)
			if n.Bounds[i].AtLeast++; accepts(t, d, argument.Argument{Counts: []argument.Count{n}}) {
				t.Errorf("%s: a larger bound %d is accepted", name, i)
			}
			if n.Bounds[i].AtLeast -= 2; i == 5 && !accepts(t, d, argument.Argument{Counts: []argument.Count{n}}) {
				t.Errorf("%s: a smaller bound %d is rejected", name, i)
			}
		}
		for i := range n.Pairs {
			d, n := make(t)
			n.Pairs = slices.Delete(n.Pairs, i, i+1)
			for j := range n.Bounds {
				if int(n.Bounds[j].End) > i {
					n.Bounds[j].End--
				}
			}
			if accepts(t, d, argument.Argument{Counts: []argument.Count{n}}) {
				t.Errorf("%s: accepted without pair %d", name, i)
			}
		}
		if slices.Reverse(n.Pairs[7:]); accepts(t, d, argument.Argument{Counts: []argument.Count{n}}) {
			t.Errorf("%s: accepted with pairs in another order", name)
		}
	}
}

// A label that is not in its part proves no pair, although the literal is right.
func TestLabelOutside(t *testing.T) {
	for k, want := range map[int32]bool{-1: false, -3: false, -4: true} { // far before the part, next to it, in it
		d, _ := totalizer(t)
		bound := argument.Bound{Lit: clause.Of(8), From: 3, Middle: 3, To: 4, AtLeast: 1, End: 1}
		pair := argument.Pair{Parts: [2]int32{0, k}}
		n := argument.Count{Labels: literals(1, 2, 1, 1), Bounds: []argument.Bound{bound}, Pairs: []argument.Pair{pair}}
		if got := accepts(t, d, argument.Argument{Counts: []argument.Count{n}}); got != want {
			t.Errorf("label %d: accepted %v", -k-1, got)
		}
	}
}

// A clause with a true literal proves no pair.
func TestTrueClause(t *testing.T) {
	d := formula(t, 4, []dimacs.Lit{4}, []dimacs.Lit{1, 2, 4}, []dimacs.Lit{-3, 1, 2, 4}) // with a true literal
	n := pairOf(1, 2)
	for _, c := range []clause.Ref{ref(t, d, 1, 2, 4), ref(t, d, -3, 1, 2, 4)} {
		if n.Pairs[0].Clause = c; accepts(t, d, argument.Argument{Counts: []argument.Count{n}}) {
			t.Errorf("the clause %v is accepted", d.Lits(c))
		}
	}
}

// The checker does not use learned clauses of more than two literals.
func TestLearned(t *testing.T) {
	d := formula(t, 4, []dimacs.Lit{1, 2, 3, 4})
	n := argument.Count{Labels: literals(1, 2, 3), Bounds: []argument.Bound{{Lit: clause.Of(-4), Middle: 1, To: 2, AtLeast: 1, End: 1}}, Pairs: []argument.Pair{{Parts: [2]int32{-1, -2}}}}
	for _, flags := range []clause.Lit{clause.Learned, clause.Added} {
		n.Pairs[0].Clause = d.Add(literals(4, 1, 2), flags)
		if accepts(t, d, argument.Argument{Counts: []argument.Count{n}}) != (flags == clause.Added) {
			t.Errorf("flags %b: wrong", flags)
		}
	}
	d = formula(t, 5, triples(1, 2, 3, 4)[1:]...)
	d.Add(literals(triples(1, 2, 3)[0]...), clause.Learned)
	if accepts(t, d, argument.Argument{Groups: []argument.Group{{Lits: literals(1, 2, 3, 4), AtMost: 2}}}) {
		t.Error("a learned clause excludes a triple")
	}
}

// Check returns the cause of its context, whichever rule it is checking.
func TestEnds(t *testing.T) {
	cause := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	d, n := sequential(t)
	two := literals(1, 2)
	for name, a := range map[string]*argument.Argument{
		"counts":    {Counts: []argument.Count{n}},
		"groups":    {Groups: []argument.Group{{Lits: two, AtMost: 1}}},
		"equations": {Equations: []argument.Equation{{Vars: []uint32{1, 2}, Clauses: make([]clause.Ref, 2)}}},
		"sums":      {Groups: []argument.Group{{Lits: literals(8), AtMost: 1}}, Sums: []argument.Sum{{Demands: []argument.Demand{{Lits: literals(8, 4), Groups: []int32{0, 0}, AtLeast: 1}}}}},
	} {
		if err := New(d).Check(ctx, a); err != cause {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
