package dpll_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return dpll.New() }, enginetest.Options{})
	enginetest.Run(t, func() engine.Engine { return &dpll.Engine{Lucky: true} }, enginetest.Options{})
}

// solve returns the model that an engine finds and the statistics of the search.
func solve(t *testing.T, e *dpll.Engine, task *engine.Task) (*dimacs.Assignment, engine.Counts, error) {
	task.Stats = &engine.Stats{}
	a, err := e.Solve(t.Context(), task)
	return a.Model, task.Stats.Work()[0].Counts, err
}

// instances calls do with every encoding and form of a board of size n, in order and
// shuffled.
func instances(n int, do func(name string, in encode.Instance)) {
	seed := int64(3)
	for _, e := range atmostone.All() {
		for _, minimal := range []bool{false, true} {
			for _, shuffle := range []*int64{nil, &seed} {
				in := encode.Instance{N: n, Encoding: e.Name, Minimal: minimal, Shuffle: shuffle}
				do(fmt.Sprintf("%s %d, minimal %v, shuffled %v", e.Name, n, minimal, shuffle != nil), in)
			}
		}
	}
}

// TestQueens solves all boards; only sizes 2 and 3 have no model. If an encoding, a sign
// or an order of clauses hid the rows and columns, the search of a large board would not
// end.
func TestQueens(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 20, 30, 64} {
		if n == 64 && !enginetest.Long() {
			continue
		}
		instances(n, func(name string, in encode.Instance) {
			task := &engine.Task{Formula: enginetest.Formula(t, in), Threads: 2, Seed: int64(n / 30)}
			a, counts, err := solve(t, &dpll.Engine{Limit: 20_000_000, Structured: n >= 30}, task)
			if err != nil || (a != nil) != (n != 2 && n != 3) || a != nil && engine.Check(task, a) != nil {
				t.Errorf("%s: a model: %v, error %v, %+v", name, a != nil, err, counts)
			}
		})
	}
}

func TestProof(t *testing.T) {
	for _, in := range []encode.Instance{
		{N: 3}, {N: 3, Encoding: "ladder"},
		{N: 8, Variant: board.Torus}, {N: 9, Variant: board.Torus, Encoding: "commander"},
		{N: 9, Variant: board.Torus, Encoding: "product"},
	} {
		f := enginetest.Formula(t, in)
		task := enginetest.Task(f)
		task.Stats = &engine.Stats{}
		enginetest.Refuted(t, dpll.New(), task)
		if in.N > 3 && task.Stats.Work()[0].Restarts == 0 {
			t.Errorf("%+v: no restart, so that proofs across restarts are not tested", in)
		}
	}
}

// TestBudget raises the limit by half until the search succeeds. Steps must reach the
// limit if and only if the engine declines.
func TestBudget(t *testing.T) {
	task := enginetest.Task(enginetest.Formula(t, encode.Instance{N: 10, Variant: board.Torus}))
	a, want, err := solve(t, &dpll.Engine{}, task)
	if a != nil || err != nil {
		t.Fatal(a, err)
	}
	before := engine.Counts{}
	for limit := int64(1000); ; limit += limit / 2 {
		e := &dpll.Engine{Limit: limit}
		a, got, err := solve(t, e, task)
		if e.Steps < 1000 || e.Steps > 1<<30 || (e.Steps >= limit) != (err != nil) {
			t.Errorf("%d steps of %d: %v", e.Steps, limit, err)
		}
		if err == nil && a == nil && limit > 2000 && got == want {
			break
		}
		if !engine.IsDeclined(err) || got.Propagations <= before.Propagations || got.Propagations > limit {
			t.Fatalf("a model: %v, error %v, %+v on a budget of %d", a != nil, err, got, limit)
		}
		before = got
	}
}

func TestDeclines(t *testing.T) {
	f := (&dimacs.Formula{}).With([]dimacs.Lit{1, 2, 3}, []dimacs.Lit{-1, -2, -3}, []dimacs.Lit{1, -2})
	var d *engine.DeclinedError
	if _, err := (&dpll.Engine{Structured: true}).Solve(t.Context(), enginetest.Task(f)); !errors.As(err, &d) {
		t.Errorf("error %v, want one that declines", err)
	}
	if a, err := dpll.New().Solve(t.Context(), enginetest.Task(f)); a.Model == nil || err != nil {
		t.Errorf("asked for by name: a model: %v, error %v", a.Model != nil, err)
	}
}

// TestStops ends the context at each poll in turn. The error must be the cause of the
// context, and nothing may be found.
func TestStops(t *testing.T) {
	for name, f := range map[string]*dimacs.Formula{
		"pairwise":  enginetest.Formula(t, encode.Instance{N: 12}),
		"commander": enginetest.Formula(t, encode.Instance{N: 12, Encoding: "commander"}),
		"torus":     enginetest.Formula(t, encode.Instance{N: 10, Variant: board.Torus}),
		"sparse":    (&dimacs.Formula{}).With([]dimacs.Lit{1, 2, 3}, []dimacs.Lit{-1, -1_000_000}),
	} {
		task := enginetest.Task(f)
		looks := 0
		for ; ; looks++ {
			a, err := dpll.New().Solve(&enginetest.Ending{Context: t.Context(), Looks: looks}, task)
			if err == nil {
				break
			}
			if a.Model != nil || !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: a model: %v, error %v at look %d", name, a.Model != nil, err, looks)
			}
		}
		if looks == 0 {
			t.Errorf("%s: no look at the context", name)
		}
	}
}

// TestCountWithoutClauses counts models with many unassigned variables, too many to count
// one by one.
func TestCountWithoutClauses(t *testing.T) {
	var clause []dimacs.Lit
	for v := dimacs.Lit(1); v <= 200; v++ {
		clause = append(clause, v)
	}
	got, err := dpll.New().Count(t.Context(), enginetest.Task((&dimacs.Formula{}).With(clause)))
	if err != nil || got.Int().BitLen() != 200 || got.Int().TrailingZeroBits() != 0 {
		t.Errorf("%v, %v, want 2^200 - 1", got.Int(), err)
	}
}
