package auto

import (
	"context"
	"testing"
	"time"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return New() }, enginetest.Options{})
}

// A formula that learning takes long for is refuted next to it.
func TestRace(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	task := &engine.Task{Formula: enginetest.Pigeons(12), Threads: 2, Stats: &engine.Stats{}}
	if a, err := New().Solve(ctx, task); a != nil || err != nil {
		t.Errorf("11 pigeonholes: %v, %v", a, err)
	}
}

// A proof holds what refutes the formula, and cover's if that can.
func TestProve(t *testing.T) {
	proof := &enginetest.Proof{}
	task := &engine.Task{Formula: enginetest.Pigeons(6), Threads: 2, Proof: proof, Stats: &engine.Stats{}}
	if a, err := New().Solve(t.Context(), task); a != nil || err != nil {
		t.Fatalf("5 pigeonholes: %v, %v", a, err)
	}
	enginetest.CheckProof(t, task.Formula, proof)
	for _, w := range task.Stats.Work() {
		if w.Engine == cdcl.Name {
			t.Errorf("%s searched, too", w.Engine)
		}
	}
}

// A search by learning that is left behind would be in the way of the next
// cube.
func TestCubes(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	e := engine.Cubes(New(), [][]dimacs.Lit{{1}, {2}, {3, 4}, {5}})
	if a, err := e.Solve(ctx, &engine.Task{Formula: enginetest.Pigeons(11), Threads: 2}); a != nil || err != nil {
		t.Errorf("10 pigeonholes in four cubes: %v, %v", a, err)
	}
}

// The model depends on the formula and the seed alone.
func TestSameModel(t *testing.T) {
	for _, in := range []encode.Instance{{N: 20}, {N: 30, Encoding: "sequential"}, {N: 7, Variant: encode.Torus}} {
		f := enginetest.Formula(t, in)
		for _, seed := range []int64{0, 1} {
			var first *dimacs.Assignment
			for threads := 1; threads < 4; threads++ {
				a, err := New().Solve(t.Context(), &engine.Task{Formula: f, Threads: threads, Seed: seed})
				if err != nil || a == nil {
					t.Fatalf("%+v: %v, %v", in, a, err)
				}
				if first == nil {
					first = a
				}
				for v := 1; v <= f.Vars; v++ {
					if a.Value(v) != first.Value(v) {
						t.Fatalf("%+v, seed %d: another model with %d threads", in, seed, threads)
					}
				}
			}
		}
	}
}
