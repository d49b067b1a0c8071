package checker

import (
	"math"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// mixed returns a formula and an argument with one sum. Its demands are the clauses (1, 2, 9), where 9
// is false, (3, 4) and (14, 15), and "at least 1 of the labels 6 7 5". The last demand follows because
// at least 2 of the labels 5 6 7 5 are true. So the demands ask for 4 true literals. The groups allow 2
// and last true literals: the sum is tight if last is 2.
func mixed(t testing.TB, last int) (*clause.Database, *argument.Argument) {
	exclusive := [][]dimacs.Lit{{-9}, {1, 2, 9}, {1, 2, 8, -9}, {3, 4}, {14, 15}, {-1, -3}, {-1, -5}, {-3, -5}, {-2, -6},
		{-14, -1}, {-14, -3}, {-14, -5}, {-15, -2}, {-15, -6}}
	exclusive = append(exclusive, triples(4, 7, 8)...)
	if last == 1 {
		exclusive = append(exclusive, []dimacs.Lit{-4, -7}, []dimacs.Lit{-4, -8}, []dimacs.Lit{-7, -8})
	}
	// 10 and 11 imply at least 2 and 1 true labels among 5 6; 13 and 12 the same among 7 5
	exclusive = append(exclusive, []dimacs.Lit{-10, 5}, []dimacs.Lit{-10, 6}, []dimacs.Lit{-11, 5, 6},
		[]dimacs.Lit{-12, 7, 5}, []dimacs.Lit{-13, 7}, []dimacs.Lit{-13, 5}, []dimacs.Lit{11, 13}, []dimacs.Lit{10, 12})
	d := formula(t, 15, exclusive...)
	n := argument.Count{
		Labels: literals(5, 6, 7, 5),
		Bounds: []argument.Bound{
			{Lit: clause.Of(11), Middle: 1, To: 2, AtLeast: 1, End: 1},
			{Lit: clause.Of(10), Middle: 1, To: 2, AtLeast: 2, End: 3},
			{Lit: clause.Of(12), From: 2, Middle: 3, To: 4, AtLeast: 1, End: 4},
			{Lit: clause.Of(13), From: 2, Middle: 3, To: 4, AtLeast: 2, End: 6},
			{Lit: argument.True, Middle: 2, To: 4, AtLeast: 2, End: 8},
		},
		Pairs: []argument.Pair{
			{Parts: [2]int32{-1, -2}, Clause: ref(t, d, -11, 5, 6)}, {Parts: [2]int32{-1, 0}}, {Parts: [2]int32{0, -2}},
			{Parts: [2]int32{-3, -4}, Clause: ref(t, d, -12, 7, 5)}, {Parts: [2]int32{-3, 0}}, {Parts: [2]int32{0, -4}},
			{Parts: [2]int32{1, 4}}, {Parts: [2]int32{2, 3}},
		},
	}
	return d, &argument.Argument{
		Counts: []argument.Count{n},
		Groups: []argument.Group{{Lits: literals(1, 3, 5, 14), AtMost: 1}, {Lits: literals(2, 6, 15), AtMost: 1}, {Lits: literals(4, 7, 8), AtMost: last}},
		Sums: []argument.Sum{{Demands: []argument.Demand{
			{Lits: literals(1, 2), Groups: []int32{0, 1}, AtLeast: 1, Clause: ref(t, d, 1, 2, 9)},
			{Lits: literals(3, 4), Groups: []int32{0, 2}, AtLeast: 1},
			{Lits: literals(6, 7, 5), Groups: []int32{1, 2, 0}, AtLeast: 1, Count: 1, Bound: 4, From: 1},
			{Lits: literals(14, 15), Groups: []int32{0, 1}, AtLeast: 1},
		}}},
	}
}

func TestSums(t *testing.T) {
	for last, want := range map[int]bool{1: true, 2: false} {
		d, a := mixed(t, last)
		c := New(d)
		if err := c.Check(t.Context(), a); err != nil || c.Refuted != want || c.IsTight(0) == want {
			t.Fatalf("at most %d: refuted %v, tight %v, %v", last, c.Refuted, c.IsTight(0), err)
		}
	}
	d, a := mixed(t, 2)
	a.Sums = append(a.Sums, argument.Sum{Demands: a.Sums[0].Demands[:0]})
	c := New(d)
	if err := c.Check(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		sum, group int
		want       []dimacs.Lit
	}{
		{0, 0, []dimacs.Lit{1, 3, 5, 14}}, {0, 1, []dimacs.Lit{2, 6, 15}}, {0, 2, nil}, {0, 3, nil}, {0, -1, nil}, {-1, 0, nil}, {1, 0, nil}, {2, 0, nil},
	} {
		if got := c.ExactlyOne(test.sum, test.group); !slices.Equal(got, literals(test.want...)) {
			t.Errorf("sum %d, group %d: %v, want %v", test.sum, test.group, got, test.want)
		}
	}
	// a demand with more literals than its clause, and without another demand
	d, a = mixed(t, 1)
	x := &a.Sums[0].Demands[0]
	x.Lits, x.Groups = append(x.Lits, clause.Of(8)), append(x.Groups, 2)
	a.Sums[0].Demands = a.Sums[0].Demands[:3]
	a.Sums[0].Demands[2] = argument.Demand{Lits: literals(5, 6, 7), Groups: []int32{0, 1, 2}, AtLeast: 1, Count: 1, Bound: 4}
	if c = New(d); c.Check(t.Context(), a) != nil || c.Refuted || !c.IsTight(0) {
		t.Errorf("weaker demands: refuted %v", c.Refuted)
	}
}

// A demand needs a group for each literal, and asks for at least one literal.
func TestWrongDemands(t *testing.T) {
	for name, change := range map[string]func(d *argument.Demand){
		"a group less":       func(d *argument.Demand) { d.Groups = d.Groups[1:] },
		"a group more":       func(d *argument.Demand) { d.Groups = append(d.Groups, 0) },
		"less than no label": func(d *argument.Demand) { d.AtLeast = math.MinInt },
	} {
		for i := range 4 {
			d, a := mixed(t, 2)
			if change(&a.Sums[0].Demands[i]); accepts(t, d, *a) {
				t.Errorf("%s, demand %d: accepted", name, i)
			}
		}
	}
}

// A reference into the middle of a clause, to a deleted clause or beyond the last clause is rejected.
// The words of 1 2 3 4 5 from its first literal on look like a clause of the literals 4 5, which does
// not follow from the formula.
func TestForgedClause(t *testing.T) {
	d := formula(t, 5, []dimacs.Lit{1, 2, 3, 4, 5}, []dimacs.Lit{-4, -5}, []dimacs.Lit{4, 5, 1})
	two := literals(4, 5)
	long := ref(t, d, 1, 2, 3, 4, 5)
	i := slices.Index(d.Lits(long), clause.Of(1))
	deleted := d.Add(two, clause.Garbage)
	for _, c := range []clause.Ref{long, long + 3 + clause.Ref(i), deleted, deleted + 1, 1 << 31} {
		a := argument.Argument{
			Groups: []argument.Group{{Lits: two, AtMost: 1}},
			Sums:   []argument.Sum{{Demands: []argument.Demand{{Lits: two, Groups: []int32{0, 0}, AtLeast: 1, Clause: c}}}},
		}
		if accepts(t, d, a) {
			t.Errorf("clause %d is accepted", c)
		}
	}
	if original := d.Add(two, 0); !accepts(t, d, argument.Argument{
		Groups: []argument.Group{{Lits: two, AtMost: 1}},
		Sums:   []argument.Sum{{Demands: []argument.Demand{{Lits: two, Groups: []int32{0, 0}, AtLeast: 1, Clause: original}}}},
	}) {
		t.Error("a clause of the database is rejected")
	}
}
