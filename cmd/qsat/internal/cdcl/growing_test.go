package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestGrowing adds clauses and assumes literals with old and new variables between refutations, and compares each answer
// with all assignments.
func TestGrowing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 53))
	for range 25 {
		old, reserve := 3+r.IntN(3), 3
		f := &dimacs.Formula{Vars: old}
		for range 2 * old {
			f.Add(randomLits(r, old, 2+r.IntN(2))...)
		}
		g, err := NewGrowing(enginetest.Task(f).Under(everyVariable(old)), reserve)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		all := f.With()
		all.Vars = old + reserve
		for range 8 {
			assume := randomLits(r, old+reserve, r.IntN(3))
			failed, unsat, err := g.Solve(t.Context(), assume, 0)
			if err != nil || unsat != refuted(all, assume) || unsat && !refuted(all, failed) {
				t.Fatalf("%v: %t, %v (%v)", assume, unsat, failed, err)
			}
			if !unsat {
				a := g.Model(assume)
				if c := all.Falsified(a); c != nil || slices.ContainsFunc(assume, func(l dimacs.Lit) bool { return !a.Holds(l) }) {
					t.Fatalf("the model under %v falsifies %v", assume, c)
				}
			}
			for _, l := range g.Units() {
				if !refuted(all, []dimacs.Lit{-l}) {
					t.Fatalf("%d is no unit", l)
				}
			}
			clause := randomLits(r, old+reserve, 1+r.IntN(3))
			g.Prefer(clause[0])
			if err := g.Add(clause...); err != nil {
				t.Fatal(err)
			}
			all.Add(clause...)
		}
	}
}
