package formulas

import (
	"math/rand/v2"
	"strings"
	"testing"

	"queens/dimacs"
)

// Every kind makes formulas of both sizes, and the same number makes the same formula.
func TestSample(t *testing.T) {
	made := map[string]bool{}
	for n := range uint64(600) {
		f, name, err := sample(n, n%10 == 0)
		if err != nil {
			t.Fatal(err)
		}
		g, again, _ := sample(n, n%10 == 0)
		if name != again || f.NumClauses() != g.NumClauses() || f.Falsified(&dimacs.Assignment{}) == nil != (g.Falsified(&dimacs.Assignment{}) == nil) {
			t.Errorf("number %d: %s, then %s", n, name, again)
		}
		made[strings.Fields(name)[0]] = true
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		if _, _, err := queensBoard(r, false); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range mutations { // also for a formula without variables
		m.of(r, &dimacs.Formula{})
	}
	if len(made) != len(ranges)+2 {
		t.Errorf("made %v", made)
	}
}

// Tiny makes all sorts of formulas, and the same number makes the same formula.
func TestTiny(t *testing.T) {
	made := map[string]bool{}
	for n := range uint64(400) {
		f, name, err := Tiny(n)
		g, again, _ := Tiny(n)
		if err != nil || name != again || f.NumClauses() != g.NumClauses() || f.Check() != nil {
			t.Errorf("number %d: %s, then %s: %v", n, name, again, err)
		}
		made[name], made[strings.Fields(name)[0]] = true, true
	}
	for _, name := range []string{"general", "counts", "random clauses", "counting holes", "board"} {
		if !made[name] {
			t.Errorf("no formula of the sort %q", name)
		}
	}
}
