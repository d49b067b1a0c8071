package dimacs

import (
	"fmt"
	"slices"
	"testing"
)

// A variable that neither the caller nor Fresh has named cannot be used before Fresh hands
// it out for something else.
func TestCollectorKeepsFreshVariablesApart(t *testing.T) {
	c := NewCollector(t.Context(), 8)
	if x := fmt.Sprint(c.Fresh(2), c.Fresh(0), c.Fresh(1)); x != "[9 10] [] [11]" {
		t.Errorf("Fresh returns %s", x)
	}
	c.Clause(8, -11)
	for name, add := range map[string]func(){
		"of the caller": func() { c.Clause(12) },
		"of none":       func() { NewCollector(t.Context(), 0).Binary(1, 2) },
		"below 0":       func() { NewCollector(t.Context(), -3) },
		"above MaxVar":  func() { NewCollector(t.Context(), MaxVar).Fresh(1) },
	} {
		if !panics(add) {
			t.Errorf("a variable %s: no panic", name)
		}
	}
}

// The formula has the clauses that were added, one at a time or many.
func TestCollector(t *testing.T) {
	c := NewCollector(t.Context(), 7)
	c.Clause(1, 2, 3)
	c.Binary(-1, 4)
	c.Pairs([]Lit{5, -6, 7})
	c.Clause()
	want := "[[1 2 3] [-1 4] [5 -6] [5 7] [-6 7] []]"
	if got := fmt.Sprint(slices.Collect(c.Formula().Clauses())); got != want || c.Formula().Vars != 7 || c.Err() != nil {
		t.Errorf("got %s and %d variables, %v, want %s", got, c.Formula().Vars, c.Err(), want)
	}
}
