package encode

import (
	"slices"
	"testing"
)

// representatives returns the first board of each class under the symmetries that map the
// instance to itself. The first board is the string with the earliest queens.
func representatives(in Instance) []string {
	return slices.DeleteFunc(byRules(in), func(board string) bool { return slices.Max(in.orbit(board)) != board })
}

// Exactly the first board of each class remains, with placed and blocked squares and every
// number of queens.
func TestSymmetryBroken(t *testing.T) {
	t.Parallel()
	none, two, three, seven := 0, 2, 3, 7
	tests := []Instance{
		{N: 1}, {N: 2}, {N: 3}, {N: 4}, {N: 5}, {N: 6}, {N: 7},
		{N: 1, Placed: []Square{{1, 1}}},
		{N: 5, Variant: Torus}, {N: 7, Variant: Torus}, {N: 4, Variant: Torus},
		{N: 2, Queens: &none}, {N: 4, Queens: &two}, {N: 5, Queens: &three}, {N: 4, Queens: &three}, {N: 6, Queens: &seven},
		{N: 5, Variant: Torus, Queens: &three},
		{N: 5, Placed: []Square{{3, 3}}},                                                        // all symmetries
		{N: 5, Variant: Torus, Placed: []Square{{3, 3}}},                                        //
		{N: 6, Placed: []Square{{1, 2}}},                                                        // none
		{N: 7, Placed: []Square{{1, 4}}},                                                        // a reflection
		{N: 6, Placed: []Square{{1, 5}, {6, 2}}},                                                // the half turn
		{N: 6, Blocked: SquaresOf([]Square{{1, 1}, {1, 6}, {6, 1}, {6, 6}}...)},                 // all
		{N: 7, Blocked: SquaresOf([]Square{{1, 2}, {2, 7}, {7, 6}, {6, 1}}...)},                 // rotations
		{N: 6, BlockedDiagonals: []Diagonal{{false, 0}}},                                        // both diagonals and the half turn
		{N: 6, BlockedDiagonals: []Diagonal{{false, 0}, {true, 7}}},                             // all
		{N: 6, BlockedDiagonals: []Diagonal{{false, 1}}},                                        // the rising diagonal
		{N: 6, BlockedDiagonals: []Diagonal{{false, 1}, {false, -1}}},                           // both diagonals and the half turn
		{N: 5, Variant: Torus, BlockedDiagonals: []Diagonal{{true, 6}}},                         //
		{N: 5, Queens: &two, Placed: []Square{{2, 2}}, Blocked: SquaresOf([]Square{{4, 4}}...)}, // a reflection
		{N: 6, Placed: []Square{{1, 2}}, Blocked: SquaresOf([]Square{{1, 2}}...)},               // no solution
	}
	for _, in := range tests {
		in.SymmetryBroken = true
		want := representatives(in)
		for i, minimal := range []bool{false, true} {
			in.Minimal, in.Encoding = minimal, []string{"pairwise", "product"}[i]
			if in.Check() != nil { // a domination has no lines
				continue
			}
			if got := byClauses(t, in); !slices.Equal(got, want) {
				t.Errorf("%v:\ngot  %v\nwant %v", in, got, want)
			}
			checkSize(t, in)
		}
	}
}

func TestComparisonsAreCounted(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for _, s := range Symmetries() {
			got := 0
			for range (Instance{N: n}).comparisons(s) {
				got++
			}
			if want := (Instance{N: n}).numComparisons(s); got != want {
				t.Errorf("%s, N=%d: %d comparisons, want %d", s, n, got, want)
			}
		}
	}
}
