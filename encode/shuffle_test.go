package encode

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"queens/dimacs"
)

func TestShuffleOfOthersVariables(t *testing.T) {
	s, _ := NewShuffle(t.Context(), 1, 3)
	for _, l := range []dimacs.Lit{0, 4, -4, math.MaxInt32, -math.MaxInt32} {
		if a, b := s.Shuffled(l), s.Original(l); a != 0 || b != 0 {
			t.Errorf("%d becomes %d and %d, want 0", l, a, b)
		}
	}
}

// A ClauseList never splits or shortens a clause that contains 0.
func TestClauseListPanics(t *testing.T) {
	l := NewClauseList(t.Context())
	defer func() {
		if recover() == nil || len(l.starts) > 0 {
			t.Errorf("no panic, but %d clauses", len(l.starts))
		}
	}()
	l.Clause(1, 0, 2)
}

// Soft clauses are shuffled into every SoftSink.
func TestShuffleSoftClauses(t *testing.T) {
	soft, all := NewClauseList(t.Context()), map[string]int64{}
	for i := range dimacs.Lit(9) {
		soft.SoftClause(int64(1+i), i+1, -i-2)
		all[fmt.Sprint([]dimacs.Lit{i + 1, -i - 2})] = int64(1 + i)
	}
	c := dimacs.NewCollector(t.Context(), 10)
	if err := soft.Shuffle(1, nil, c); err != nil {
		t.Fatal(err)
	}
	moved := false
	for i, s := range c.Formula().Soft {
		slices.SortFunc(s.Lits, func(a, b dimacs.Lit) int { return a.Var() - b.Var() })
		if moved = moved || s.Weight != int64(1+i); all[fmt.Sprint(s.Lits)] != s.Weight {
			t.Errorf("clause %v has the weight %d", s.Lits, s.Weight)
		}
	}
	if !moved || len(c.Formula().Soft) != 9 {
		t.Errorf("%v", c.Formula().Soft)
	}
}
