package verdict

import (
	"math/big"
	"testing"

	"queens/dimacs"
)

// Cubes divide the models of a formula if they are the leaves of a tree, up to nodes that unit propagation
// refutes.
func TestDivide(t *testing.T) {
	formula := func(clauses ...[]dimacs.Lit) *dimacs.Formula { return (&dimacs.Formula{Vars: 3}).With(clauses...) }
	free, large, or, never := formula(), &dimacs.Formula{Vars: dimacs.MaxVar}, formula([]dimacs.Lit{1, 2}), formula([]dimacs.Lit{1}, []dimacs.Lit{-1})
	for _, c := range []struct {
		f       *dimacs.Formula
		project []int
		cubes   [][]dimacs.Lit
		wrong   string
	}{
		{free, nil, [][]dimacs.Lit{nil}, ""},
		{free, nil, [][]dimacs.Lit{{1}, {-1, 3}, {-1, -3}}, ""},
		{large, nil, [][]dimacs.Lit{{dimacs.MaxVar}, {-dimacs.MaxVar}}, ""},
		{or, nil, [][]dimacs.Lit{{1}, {-1, 2}}, ""},
		{never, nil, nil, ""},
		{free, nil, nil, "no cube covers []"},
		{or, nil, [][]dimacs.Lit{{1, 2}, {-1}}, "no cube covers [1 -2]"},
		{free, nil, [][]dimacs.Lit{{1}, {-1}, {1}}, "the cubes [1] and [1] overlap"},
		{free, nil, [][]dimacs.Lit{{1}, {1, 2}, {-1}}, "the cubes [1] and [1 2] overlap"},
		{free, nil, [][]dimacs.Lit{{1}, {-1}, {2}}, "the cubes [-1] and [2] may overlap: expected decisions with two values"},
		{free, nil, [][]dimacs.Lit{{4}, {-4}}, "a cube has the literal 4: expected variables of the formula and its projection"},
		{free, []int{2}, [][]dimacs.Lit{{1}, {-1}}, "a cube has the literal 1: expected variables of the formula and its projection"},
	} {
		got := ""
		if err := divide(t.Context(), c.f, c.project, c.cubes); err != nil {
			got = err.Error()
		}
		if got != c.wrong {
			t.Errorf("%v: got %q, want %q", c.cubes, got, c.wrong)
		}
	}
}

// Counts are equal however they are written, and counts of 2^31 bits are compared at once.
func TestEqual(t *testing.T) {
	number := func(m int64, shift uint64) dimacs.Count { return dimacs.Count{M: big.NewInt(m), Shift: shift} }
	for _, c := range []struct {
		a, b dimacs.Count
		want bool
	}{
		{number(0, 3), number(0, 0), true},
		{number(0, 0), number(1, 0), false},
		{number(12, 1), number(3, 3), true},
		{number(12, 1), number(3, 2), false},
		{number(6, 1<<40), number(3, 1<<40+1), true},
		{number(3, 0), number(3, 1<<40), false},
	} {
		if equal(c.a, c.b) != c.want || equal(c.b, c.a) != c.want {
			t.Errorf("%v = %v is not %v", c.a, c.b, c.want)
		}
	}
}
