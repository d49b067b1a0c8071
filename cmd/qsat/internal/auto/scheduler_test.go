package auto

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

// decide chooses the answer among several results.
func TestDecide(t *testing.T) {
	none, failed := &result{}, &result{err: errors.New("failed")}
	a, refuted := &result{outcome: outcome{conclusion: model}}, &result{outcome: outcome{conclusion: refutation}}
	for _, test := range []struct{ main, beside, want *result }{
		{nil, nil, nil},
		{nil, refuted, refuted},
		{refuted, nil, refuted},
		{a, nil, a},
		{nil, a, nil}, // main may still find a model
		{none, a, a},
		{failed, a, a},
		{none, none, nil},
		{none, failed, failed},
		{failed, nil, failed},
		{refuted, a, refuted},
	} {
		if got := decide(test.main, test.beside); got != test.want {
			t.Errorf("%+v: %+v", test, got)
		}
	}
}

// A refutation that a stopped method reports after the answer has arrived does not replace the answer, because
// its failed assumptions may be too many.
func TestAfterAnswer(t *testing.T) {
	task := &engine.Task{Formula: generate.Pigeonhole(3, 2), Assume: []dimacs.Lit{1}}
	s := Default().scheduler(task)
	s.stop = func(error) {}
	s.arrive(&s.byBeside, outcome{conclusion: refutation}, nil)
	s.arrive(&s.byMain, outcome{conclusion: refutation, failed: task.Assume}, nil)
	if r := decide(s.byMain, s.byBeside); r == nil || r.failed != nil {
		t.Errorf("answer %+v, want that of the method beside main", r)
	}
}

// The statistics name each method that ran, once. An easy formula is solved before auto searches for counting
// arguments, and one with many clauses before it searches for symmetries.
func TestSteps(t *testing.T) {
	easy := generate.Random(rand.New(rand.NewPCG(1, 2)), 5000, 15_000, 3)
	small := undecided()
	small.FirstTicks = 1 << 16
	for name, test := range map[string]struct {
		f      *dimacs.Formula
		engine engine.Engine
		want   []string
	}{
		"board": {enginetest.Formula(t, encode.Instance{N: 8}), New(), []string{"dpll"}},
		"holes": {generate.Pigeonhole(12, 11), New(), []string{"dpll", "parity", "cdcl", "cardinality"}},
		"easy":  {easy, With(small), []string{"dpll", "parity", "cdcl"}},
		"large": {easy, With(undecided()), []string{"dpll", "parity", "cdcl", "cardinality"}},
	} {
		for threads := 1; threads < 3; threads++ {
			task := &engine.Task{Formula: test.f, Threads: threads, Stats: &engine.Stats{}}
			if _, err := engine.Solve(t.Context(), test.engine, task); err != nil || !slices.Equal(task.Stats.Steps(), test.want) {
				t.Errorf("%s, %d threads: %v, steps %v", name, threads, err, task.Stats.Steps())
			}
		}
	}
}
