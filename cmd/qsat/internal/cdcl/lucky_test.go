package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// Each kind of formula has a model that one of the attempts finds: all values are equal, or
// become so by propagation from one end. If there is no such model, the state is unchanged.
func TestLucky(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	signed := func(sign dimacs.Lit) *dimacs.Formula {
		f := &dimacs.Formula{}
		for range 300 {
			v := r.Perm(50)
			f.Add(sign*dimacs.Lit(v[0]+1), dimacs.Lit(v[1]+1), -dimacs.Lit(v[2]+1))
		}
		return f
	}
	chain := func(step dimacs.Lit) *dimacs.Formula { // the first value in order decides the others
		f := &dimacs.Formula{}
		for v := dimacs.Lit(1); v < 50; v++ {
			f.Add(step*v, step*(v+1))
			f.Add(-v, -(v + 1))
		}
		return f
	}
	for name, test := range map[string]struct {
		f    *dimacs.Formula
		want bool
	}{
		"negative": {signed(-1), true}, "positive": {signed(1), true}, "chain": {chain(1), true},
		"hard": {formulas.Random(r, 50, 212, 3), false}, "no model": {formulas.Pigeonhole(5, 4), false},
	} {
		d, err := enginetest.Task(test.f).Load(nil)
		if err != nil {
			t.Fatal(err)
		}
		s := newSolver(d, 0, defaults)
		s.ctx = t.Context()
		if !s.PropagateUnits() {
			t.Fatalf("%s: a conflict of units", name)
		}
		saved, level := slices.Clone(s.saved), s.Level()
		if got := s.lucky(); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		} else if !got && (s.Level() != level || !slices.Equal(s.saved, saved)) {
			t.Errorf("%s: the state has changed", name)
		} else if got && len(s.Trail) != s.Vars {
			t.Errorf("%s: %d of %d variables have a value", name, len(s.Trail), s.Vars)
		}
	}
}
