package generate

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"queens/dimacs"
)

// Every shape of Counting makes formulas with at most the given number of variables, some with and some
// without models, and the same formula for the same seed.
func TestCounting(t *testing.T) {
	satisfiable, refuted := map[string]int{}, map[string]int{}
	for i := range 900 {
		make := func() (string, *dimacs.Formula) {
			return Counting(i, rand.New(rand.NewPCG(uint64(i), 48)), 12+i/10%4)
		}
		kind, f := make()
		if _, again := make(); !reflect.DeepEqual(f, again) {
			t.Errorf("%d: two formulas", i)
		}
		if f.Vars < 1 || f.Vars > 12+i/10%4 {
			t.Errorf("%d, %s: %d variables", i, kind, f.Vars)
		}
		for c := range f.Clauses() {
			if slices.ContainsFunc(c, func(l dimacs.Lit) bool { return l == 0 || l.Var() > f.Vars }) {
				t.Fatalf("%d, %s: clause %v of %d variables", i, kind, c, f.Vars)
			}
		}
		if hasModel(f) {
			satisfiable[kind]++
		} else {
			refuted[kind]++
		}
	}
	for _, k := range counting {
		if satisfiable[k.name] < 20 || refuted[k.name] < 10 {
			t.Errorf("%s: %d with a model, %d without", k.name, satisfiable[k.name], refuted[k.name])
		}
	}
}

// hasModel reports whether f has a model, by trying all assignments.
func hasModel(f *dimacs.Formula) bool {
	clauses := slices.Collect(f.Clauses())
	for bits := range 1 << f.Vars {
		holds := func(l dimacs.Lit) bool { return bits>>(l.Var()-1)&1 != 0 == (l > 0) }
		if !slices.ContainsFunc(clauses, func(c []dimacs.Lit) bool { return !slices.ContainsFunc(c, holds) }) {
			return true
		}
	}
	return false
}
