package encode

import (
	"fmt"
	"slices"
	"testing"

	"queens/dimacs"
)

func alongKnightMoves(b Board) (vars []dimacs.Lit) {
	for i := range b.N * b.N {
		vars = append(vars, b.byKnightMoves(i))
	}
	return vars
}

// The order by knight's moves visits every square once, for every size.
func TestKnightMovesCoverTheBoard(t *testing.T) {
	for n := 1; n <= 12; n++ {
		b := Board{N: n}
		vars := alongKnightMoves(b)
		if want := slices.Collect(b.Vars()); !slices.Equal(distinct(slices.Clone(vars)), want) || len(vars) != len(want) {
			t.Errorf("N=%d: %v", n, vars)
		}
	}
	if got, want := fmt.Sprint(alongKnightMoves(Board{N: 4})), "[1 7 9 15 2 8 10 16 3 5 11 13 4 6 12 14]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
