package cdcl

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return New() }, enginetest.Options{})
}

// hasty returns options with which every activity happens within a few conflicts.
func hasty() options {
	o := defaults
	o.restart, o.reduce, o.rephase, o.mode, o.inprocess, o.exclude, o.free, o.rounds = 1, 3, 5, 7, 4, 3, 0, 1
	return o
}

// TestTechniques runs the engine with each technique by itself, without techniques, and
// with the whole list. Enumerations exclude what they have searched early or never.
func TestTechniques(t *testing.T) {
	all, none, early, late := hasty(), hasty(), hasty(), hasty()
	none.techniques, none.walk = nil, false
	early.exclude, late.exclude, late.free, late.inprocess = 1, never, never, never
	walk := none
	walk.walk = true
	variants := map[string]options{"all": all, "none": none, "walk": walk, "early": early, "never": late}
	for i, k := range techniques {
		alone := none
		alone.techniques = techniques[i : i+1]
		variants[k.name] = alone
	}
	for name, o := range variants {
		t.Run(name, func(t *testing.T) {
			enginetest.Run(t, func() engine.Engine { return &Engine{options: o} }, enginetest.Options{Variant: true})
		})
	}
}

// TestDelay checks that the first simplification comes after some search, that a search which is
// resumed continues, and that there is one proof.
func TestDelay(t *testing.T) {
	f, proof := generate.Pigeonhole(8, 7), &enginetest.Proof{}
	task := enginetest.Task(f).With(proof)
	s, err := New().Session(task)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if a, err := s.Answer(t.Context(), nil, 1<<14); a.Model != nil || err != ErrLimit {
		t.Fatal(a, err)
	}
	before := s.counts()
	if before.Conflicts == 0 || before.Eliminated+before.Substituted > 0 {
		t.Errorf("%+v", before)
	}
	paused := false
	task.Pause = func(int64) int64 { paused = true; return 1 << 40 }
	s.Resume(task)
	if a, err := s.Answer(t.Context(), nil, 0); a.Model != nil || err != nil {
		t.Fatal(a, err)
	}
	if after := s.counts(); after.Conflicts <= before.Conflicts || after.Eliminated == 0 || !paused {
		t.Errorf("%+v, paused %v", after, paused)
	}
	enginetest.CheckProof(t, f, proof)
}

// TestPause checks that the search calls Pause again after the number of ticks that Pause
// returned, until it ends or its context does.
func TestPause(t *testing.T) {
	for _, test := range []struct {
		holes, most int
		err         error
	}{{9, 5, context.Canceled}, {7, 1 << 40, nil}} {
		ctx, stop := context.WithCancel(t.Context())
		next, calls := int64(0), 0
		task := enginetest.Task(generate.Pigeonhole(test.holes+1, test.holes))
		task.Pause = func(ticks int64) int64 {
			if ticks > next+pollTicks<<4 { // a simplification or two may come between
				t.Errorf("%d holes: the pause at %d ticks comes at %d", test.holes, next, ticks)
			}
			if calls++; calls == test.most {
				stop()
			}
			next = ticks + 1<<10
			return next
		}
		if a, err := New().Solve(ctx, task); a.Model != nil || err != test.err || calls < 5 || calls > test.most {
			t.Errorf("%d holes: %v, %v after %d pauses", test.holes, a, err, calls)
		}
		stop()
	}
}

// Each seed finds the same model again, and other seeds find other ones.
func TestSeed(t *testing.T) {
	f := generate.Random(rand.New(rand.NewPCG(1, 2)), 100, 300, 3)
	models := map[string]bool{}
	for seed := range int64(4) {
		var first string
		for range 2 {
			a, err := New().Solve(t.Context(), &engine.Task{Formula: f, Threads: 1, Seed: seed})
			if err != nil || a.Model == nil {
				t.Fatal(a, err)
			}
			model := fmt.Sprint(a.Model)
			models[model] = true
			if first = cmp.Or(first, model); first != model {
				t.Errorf("seed %d finds two models", seed)
			}
		}
	}
	if len(models) < 3 {
		t.Errorf("4 seeds find %d models", len(models))
	}
}
