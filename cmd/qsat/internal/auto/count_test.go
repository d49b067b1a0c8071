package auto

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/orbit"
	"queens/dimacs"
	"queens/encode"
)

// The engine count counts a narrow formula, cover counts boards, and count or cdcl counts
// other formulas.
func TestCountEngines(t *testing.T) {
	path := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < 90; v++ {
		path.Add(v, v+1)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct {
		name    string
		f       *dimacs.Formula
		answers string // the engine
		asked   []string
		n       string
	}{
		{"path", path, count.Name, []string{count.Name}, "7540113804746346429"}, // Fibonacci(92)
		{"board", enginetest.Formula(t, encode.Instance{N: 10}), cover.Name, []string{count.Name, cover.Name}, "724"},
		{"random", generate.Random(r, 60, 250, 3), count.Name, []string{count.Name, cover.Name, cardinality.Name, orbit.Name, cdcl.Name}, ""},
	} {
		task := &engine.Task{Formula: test.f, Threads: 2, Stats: &engine.Stats{}}
		n, err := engine.CountModels(t.Context(), New(), task)
		if err != nil || test.n != "" && n.Int().String() != test.n {
			t.Errorf("%s: %v, %v, want %s", test.name, n.Int(), err, test.n)
		}
		for _, w := range task.Stats.Work() {
			if !slices.Contains(test.asked, w.Engine) {
				t.Errorf("%s: %s was asked", test.name, w.Engine)
			}
			if (w.Decisions > 0) != (w.Engine == test.answers) && len(test.asked) < 3 {
				t.Errorf("%s: %d decisions of %s", test.name, w.Decisions, w.Engine)
			}
		}
	}
}

// If cover fails its trial, count counts.
func TestLongCount(t *testing.T) {
	b, f := Default(), &dimacs.Formula{}
	b.Narrow = 1
	for v := dimacs.Lit(1); v < 90; v += 3 {
		f.Add(v, v+1, v+2)
		f.Add(-v, -v-1)
		f.Add(-v, -v-2)
		f.Add(-v-1, -v-2)
	}
	task := &engine.Task{Formula: f, Threads: 2, Stats: &engine.Stats{}}
	n, err := engine.CountModels(t.Context(), With(b), task)
	if err != nil || n.Int().String() != "205891132094649" { // 3^30
		t.Errorf("%v, %v", n.Int(), err)
	}
	if w := task.Stats.Work(); w[0].Engine != cover.Name || w[len(w)-1].Engine != count.Name {
		t.Errorf("%+v", w)
	}
}

// Cover cannot count a board with weights, so the engine count does: 4 of 92 boards have a
// queen in the corner.
func TestCountWeights(t *testing.T) {
	task := &engine.Task{Formula: enginetest.Formula(t, encode.Instance{N: 8}), Threads: 2}
	task.Weights = map[dimacs.Lit]*big.Rat{1: big.NewRat(1, 2), -1: big.NewRat(1, 3)}
	if n, err := engine.CountModels(t.Context(), New(), task); err != nil || n.Rat().Cmp(big.NewRat(94, 3)) != 0 {
		t.Errorf("%v, %v, want 94/3", n.Rat(), err)
	}
}

// A stopped count returns an error, or the exact number.
func TestCountStopped(t *testing.T) {
	task := &engine.Task{Formula: generate.Random(rand.New(rand.NewPCG(1, 2)), 120, 470, 3), Threads: 2}
	want, err := count.New().Count(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	for limit := time.Millisecond; ; limit *= 2 {
		ctx, stop := context.WithTimeout(t.Context(), limit)
		s := Default().scheduler(task)
		s.turns = nil
		late := s.counting(s.count, s.countByCover)
		late.start = nil
		o, err := s.run(ctx, late)
		stop()
		switch order := o.count.Int().Cmp(want.Int()); {
		case err == nil && order == 0:
			return
		case !errors.Is(err, context.DeadlineExceeded) || order > 0:
			t.Fatalf("within %v: %v, %v, want %v", limit, o.count.Int(), err, want.Int())
		}
	}
}
