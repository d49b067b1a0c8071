package dpll

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// An attempt finds a model of each formula that has a model of equal values, or of the values that
// propagation gives from one end. Otherwise the state is unchanged.
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
	failing := func() *dimacs.Formula { // in each order, one literal of each sign fails before another variable implies its value
		f := &dimacs.Formula{}
		for v := dimacs.Lit(1); v < 50; v += 8 {
			for _, x := range [][2]dimacs.Lit{{v, v + 1}, {-(v + 2), v + 3}, {v + 5, v + 4}, {-(v + 7), v + 6}} {
				f.Add(x[0], x[1])
				f.Add(x[0], -x[1])
			}
		}
		return f
	}
	early := signed(1) // both values of 2 fail once 1 is false; so the positive values are not tried
	for _, c := range [][]dimacs.Lit{{1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {1, -2, -3}} {
		early.Add(c...)
	}
	for name, test := range map[string]struct {
		f    *dimacs.Formula
		want bool
	}{
		"early failure": {early, false}, "negative": {signed(-1), true}, "positive": {signed(1), true}, "chain": {chain(1), true},
		"both values": {failing(), true}, "hard": {generate.Random(r, 50, 240, 3), false}, "no model": {generate.Pigeonhole(5, 4), false},
	} {
		e := &Engine{Lucky: true, Structured: true, Limit: 1}
		s, err := e.load(enginetest.Task(test.f), false)
		if err != nil {
			t.Fatal(err)
		}
		s.ctx = t.Context()
		s.propagate()
		values, counts := slices.Clone(s.values), slices.Clone(s.long.counts)
		if got := s.lucky(t.Context()); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		} else if !got && !(slices.Equal(s.values, values) && slices.Equal(s.long.counts, counts)) {
			t.Errorf("%s: the state has changed", name)
		} else if got && len(s.trail) != s.vars {
			t.Errorf("%s: %d of %d variables have a value", name, len(s.trail), s.vars)
		}
		if s.empty {
			t.Errorf("%s: refuted", name)
		}
		a, err := e.Solve(t.Context(), enginetest.Task(test.f))
		if (a.Model != nil) != test.want || !test.want && !engine.IsDeclined(err) {
			t.Errorf("%s: %v, %v", name, a, err)
		}
	}
}

// A conflict of units is a refutation, with a proof.
func TestLuckyUnits(t *testing.T) {
	f := &dimacs.Formula{}
	f.Add(1)
	f.Add(-1, 2, 3)
	f.Add(-1, -2)
	f.Add(-3, -1)
	proof := &enginetest.Proof{}
	task := enginetest.Task(f).With(proof)
	if a, err := engine.Solve(t.Context(), &Engine{Lucky: true, Structured: true}, task); a.Model != nil || err != nil {
		t.Errorf("%v, %v", a, err)
	}
	enginetest.CheckProof(t, f, proof)
}

// A search tries uniform values at the first restart. In this formula, all variables may be false
// except one of a choice clause.
func TestLuckyLater(t *testing.T) {
	f, r := &dimacs.Formula{}, rand.New(rand.NewPCG(3, 4))
	f.Add(121, 122, 123)
	f.Add(-121, -122)
	f.Add(-121, -123)
	f.Add(-122, -123)
	for n := 0; n < 520; {
		lits := make([]dimacs.Lit, 3)
		for i, v := range r.Perm(120)[:3] {
			lits[i] = dimacs.Lit(v+1) * dimacs.Lit(2*r.IntN(2)-1)
		}
		if slices.Min(lits) < 0 {
			f.Add(lits...)
			n++
		}
	}
	task := enginetest.Task(f)
	task.Stats = &engine.Stats{}
	a, err := engine.Solve(t.Context(), &Engine{Lucky: true, Structured: true}, task)
	if err != nil || a.Model == nil {
		t.Fatal(a, err)
	}
	for v := 1; v <= 120; v++ {
		if a.Model.Value(v) {
			t.Fatalf("%d is true", v)
		}
	}
	if w := task.Stats.Work()[0]; w.Restarts != 1 {
		t.Errorf("%+v", w)
	}
}

// Uniform values take nothing from the limit of the search, and give it nothing.
func TestLuckyLimit(t *testing.T) {
	const limit = 1 << 20
	f := generate.Pigeonhole(12, 11)
	e := &Engine{Lucky: true, Structured: true, Limit: limit}
	if a, err := e.Solve(t.Context(), enginetest.Task(f)); a.Model != nil || !engine.IsDeclined(err) {
		t.Fatal(a, err)
	}
	if most := int64(limit + 8*2*f.NumClauses() + pollSteps); e.Steps < limit || e.Steps > most {
		t.Errorf("%d steps, not %d to %d", e.Steps, limit, most)
	}
}
