package clause_test

import (
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

func TestOfAndDimacs(t *testing.T) {
	for l, want := range map[dimacs.Lit]clause.Lit{
		1: 2, -1: 3, 7: 14, -7: 15, dimacs.MaxVar: 1<<32 - 2, -dimacs.MaxVar: 1<<32 - 1,
	} {
		got := clause.Of(l)
		if got != want || got.Dimacs() != l || got.Not() != clause.Of(-l) || got.Var() != uint32(l.Var()) {
			t.Errorf("Of(%d) = %d, want %d; Dimacs %d, Not %d, Var %d", l, got, want, got.Dimacs(), got.Not(), got.Var())
		}
	}
	if clause.Positive(9) != clause.Of(9) {
		t.Errorf("Positive(9) = %d", clause.Positive(9))
	}
}
