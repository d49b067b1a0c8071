package generate

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"queens/dimacs"
)

// Tiny makes formulas of every kind and of other sorts. The same number makes the same formula.
func TestSample(t *testing.T) {
	made := map[string]bool{}
	for n := range uint64(1000) {
		f, name, err := Tiny(n)
		g, again, _ := Tiny(n)
		if err != nil || name != again || !reflect.DeepEqual(f, g) || f.Check() != nil {
			t.Errorf("number %d: %s, then %s: %v", n, name, again, err)
		}
		made[name], made[strings.Fields(name)[0]] = true, true
	}
	for _, k := range kinds {
		if !made[k.name] {
			t.Errorf("no formula of the kind %q", k.name)
		}
	}
	for _, name := range []string{"general", "bounds", "random clauses", "counting graph", "board"} {
		if !made[name] {
			t.Errorf("no formula of the sort %q", name)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		if _, _, err := queensBoard(r); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 { // also for a formula without variables
		mutated(r, &dimacs.Formula{})
	}
}
