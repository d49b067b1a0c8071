package auto

import (
	"bytes"
	"context"
	"testing"
	"time"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/gophersat"
	"queens/dimacs"
	"queens/encode"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return New() }, enginetest.Options{})
}

// pigeons returns the formula that puts n+1 pigeons into n holes.
func pigeons(n int) *dimacs.Formula {
	f := &dimacs.Formula{}
	hole := func(pigeon, hole int) dimacs.Lit { return dimacs.Lit(pigeon*n + hole + 1) }
	for p := range n + 1 {
		var c []dimacs.Lit
		for h := range n {
			c = append(c, hole(p, h))
		}
		f.Add(c...)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				f.Add(-hole(p, h), -hole(q, h))
			}
		}
	}
	return f
}

// A formula that learning takes long for is refuted next to it.
func TestRace(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	task := &engine.Task{Formula: pigeons(11), Threads: 2, Stats: &engine.Stats{}}
	if a, err := New().Solve(ctx, task); a != nil || err != nil {
		t.Errorf("11 pigeonholes: %v, %v", a, err)
	}
}

// A proof holds what refutes the formula, and cover's if that can.
func TestProve(t *testing.T) {
	proof := &enginetest.Proof{}
	task := &engine.Task{Formula: pigeons(5), Threads: 2, Proof: proof, Stats: &engine.Stats{}}
	if a, err := New().Solve(t.Context(), task); a != nil || err != nil {
		t.Fatalf("5 pigeonholes: %v, %v", a, err)
	}
	enginetest.CheckProof(t, task.Formula, proof)
	for _, w := range task.Stats.Work() {
		if w.Engine == gophersat.Name {
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
	if a, err := e.Solve(ctx, &engine.Task{Formula: pigeons(10), Threads: 2}); a != nil || err != nil {
		t.Errorf("10 pigeonholes in four cubes: %v, %v", a, err)
	}
}

// The model depends on the formula and the seed alone.
func TestSameModel(t *testing.T) {
	for _, in := range []encode.Instance{{N: 20}, {N: 30, Encoding: "sequential"}, {N: 7, Variant: encode.Torus}} {
		var b bytes.Buffer
		if err := in.Write(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		f, err := dimacs.ReadFormula(t.Context(), &b, dimacs.Options{})
		if err != nil {
			t.Fatal(err)
		}
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
