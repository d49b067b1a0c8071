package generate

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"queens/dimacs"
)

// No clause and no literal of a reduced formula can be removed.
func TestReduced(t *testing.T) {
	f := (&dimacs.Formula{}).With([]dimacs.Lit{1, 2, 3}, []dimacs.Lit{-1, 4}, []dimacs.Lit{-2}, []dimacs.Lit{5, -3}, []dimacs.Lit{2, -1})
	small := Reduced(t.Context(), f, func(g *dimacs.Formula) bool {
		ones, minus := 0, 0
		for c := range g.Clauses() {
			if slices.Contains(c, 1) {
				ones++
			}
			if slices.Contains(c, -1) {
				minus++
			}
		}
		return ones > 0 && minus > 1
	})
	want := [][]dimacs.Lit{{1}, {-1}, {-1}}
	if got := slices.Collect(small.Clauses()); !reflect.DeepEqual(got, want) || small.Vars != 1 {
		t.Errorf("%v of %d variables, want %v", got, small.Vars, want)
	}
}

// After the end of the context, no formula is tried.
func TestReducedStops(t *testing.T) {
	f := (&dimacs.Formula{Vars: 2}).With([]dimacs.Lit{1, 2}, []dimacs.Lit{-1, 2}, []dimacs.Lit{1, -2}, []dimacs.Lit{-1, -2})
	for last := range 20 { // the number of the last trial
		ctx, stop := context.WithCancel(t.Context())
		tried, best := 0, f
		small := Reduced(ctx, f, func(g *dimacs.Formula) bool {
			if tried++; tried > last {
				stop()
				return false
			}
			if holds := g.NumClauses() > 1; holds {
				best = g
			}
			return g == best
		})
		if tried > last+1 || !reflect.DeepEqual(slices.Collect(small.Clauses()), slices.Collect(best.Clauses())) {
			t.Errorf("stopped in trial %d of %d: %v, want %v", last+1, tried, small, best)
		}
		stop()
	}
}

// No variable of a reduced formula can get a value, and the variables are numbered without gaps.
func TestReducedVariables(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		f := Random(r, 8, 60, 2, 3)
		holds := func(g *dimacs.Formula) bool {
			return !hasModel(g) && !slices.ContainsFunc(slices.Collect(g.Clauses()), func(c []dimacs.Lit) bool { return len(c) < 2 })
		}
		if hasModel(f) {
			continue
		}
		small := Reduced(t.Context(), f, holds)
		clauses := slices.Collect(small.Clauses())
		for v := 1; v <= small.Vars; v++ {
			for _, l := range []dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
				if g := (&dimacs.Formula{Vars: small.Vars}).With(falsified(clauses, l)...); holds(g) || g.NumClauses() == len(clauses) {
					t.Errorf("%v: the literal %d may be false", clauses, l)
				}
			}
		}
	}
	f := (&dimacs.Formula{Vars: 1000}).With([]dimacs.Lit{9, 7})
	if small := Reduced(t.Context(), f, func(g *dimacs.Formula) bool { return g.Vars > 11 }); small.Vars != 12 || small.NumClauses() != 0 {
		t.Errorf("%v of %d variables, want 12 variables", slices.Collect(small.Clauses()), small.Vars)
	}
	f.Vars = 9
	if small := Reduced(t.Context(), f, func(g *dimacs.Formula) bool { return g.NumClauses() > 0 && g.Vars > 7 }); small.Vars != 8 || small.NumClauses() != 1 {
		t.Errorf("%v of %d variables, want 8 variables", slices.Collect(small.Clauses()), small.Vars)
	}
}
