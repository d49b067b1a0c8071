package cdcl

import (
	"math/rand/v2"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/testdata/formulas"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return New() }, enginetest.Options{})
}

// hasty are the options with which all happens within a few conflicts.
func hasty() options {
	o := defaults
	o.restart, o.reduce, o.rephase, o.mode, o.inprocess, o.exclude, o.free, o.rounds = 1, 3, 5, 7, 4, 3, 0, 1
	return o
}

// Each technique alone, none, and all of them.
func TestTechniques(t *testing.T) {
	all, none := hasty(), hasty()
	none.techniques, none.walk = nil, false
	walk := none
	walk.walk = true
	variants := map[string]options{"all": all, "none": none, "walk": walk}
	for i, k := range techniques {
		alone := none
		alone.techniques = techniques[i : i+1]
		variants[k.name] = alone
	}
	for name, o := range variants {
		t.Run(name, func(t *testing.T) {
			enginetest.Run(t, func() engine.Engine { return &Engine{o} }, enginetest.Options{Variant: true})
		})
	}
}

// A walk looks at the context while its clauses are copied and counted.
func TestWalkerStops(t *testing.T) {
	f := formulas.Random(rand.New(rand.NewPCG(1, 2)), 1000, 4000, 3)
	for left, stopped := range map[int]bool{0: true, 100: true, 300: true, 10_000: false} {
		d, err := clause.Load(t.Context(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := newSolver(t.Context(), d, 0, defaults)
		s.ctx = &enginetest.Ending{Context: t.Context(), Looks: left}
		if w := newWalker(s); (w == nil) != stopped {
			t.Errorf("ended at the look number %d: stopped %v", left, w == nil)
		}
	}
}

// A search begins with a walk, but not on a circuit.
func TestWalks(t *testing.T) {
	random, circuit := rand.New(rand.NewPCG(1, 2)), &dimacs.Formula{}
	for z := dimacs.Lit(4); z < 40; z++ {
		x, y := 1+random.Int32N(int32(z)-1), 1+random.Int32N(int32(z)-1)
		circuit.Add(-z, dimacs.Lit(x), dimacs.Lit(y))
		circuit.Add(z, -dimacs.Lit(x))
		circuit.Add(z, -dimacs.Lit(y))
	}
	for _, test := range []struct {
		f    *dimacs.Formula
		want bool
	}{{circuit, false}, {formulas.Random(random, 60, 200, 3), true}} {
		d, err := clause.Load(t.Context(), test.f, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := newSolver(t.Context(), d, 0, defaults)
		if found, err := s.search(t.Context()); !found || err != nil || s.walked != test.want {
			t.Errorf("found %v, %v, walked %v", found, err, s.walked)
		}
	}
}

// A limited search ends with ErrLimit where it would take longer. One that is interrupted
// goes on, until it is told not to, after four times as many ticks each time.
func TestLimits(t *testing.T) {
	var ticks []int64
	stop := func(n int64) bool {
		ticks = append(ticks, n)
		return len(ticks) == 3
	}
	goOn := func(n int64) bool {
		ticks = append(ticks, n)
		return false
	}
	for _, test := range []struct {
		engine *Engine
		holes  int
		err    error
		calls  int
	}{
		{Limited(1 << 16), 9, ErrLimit, 0}, {Limited(1 << 20), 4, nil, 0},
		{Interrupted(1<<16, stop), 9, ErrLimit, 3}, {Interrupted(1<<16, goOn), 7, nil, 1},
	} {
		ticks = nil
		task := &engine.Task{Formula: formulas.Pigeonhole(test.holes+1, test.holes), Threads: 2}
		if a, err := test.engine.Solve(t.Context(), task); a.Model != nil || err != test.err || len(ticks) < test.calls {
			t.Errorf("%d holes: %v, %v, interrupted after %v ticks", test.holes, a, err, ticks)
		}
		for i, n := range ticks {
			if n < 1<<(16+2*i) {
				t.Errorf("%d holes: interrupted after %v ticks", test.holes, ticks)
			}
		}
	}
}
