package enginetest

import (
	"context"
	"math/big"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// defects are the mistakes that a faulty engine can make.
var defects = []string{
	"ignores assumptions", "ignores the projection", "always unsatisfiable", "wrong model", "depends on threads", "wrong failed assumptions", "empty proof",
	"loses a model", "repeats a model", "goes on after an error", "miscounts", "draws one model", "changes the formula", // the last one spoils the problems
}

// A faulty engine is auto with one defect, or without a defect if defect is "".
type faulty struct{ defect string }

func (faulty) Name() string { return "faulty" }

// task returns the task that auto solves instead of t.
func (f faulty) task(t *engine.Task) *engine.Task {
	u := t.With(t.Proof)
	switch f.defect {
	case "ignores assumptions":
		u.Assume = nil
	case "ignores the projection":
		u.Project = nil
	case "depends on threads":
		u.Seed = int64(t.Threads)
	case "empty proof":
		u.Proof = nil
	}
	return u
}

func (f faulty) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	a, err := auto.New().(engine.Solver).Solve(ctx, f.task(t))
	switch {
	case f.defect == "always unsatisfiable":
		a.Model = nil
	case f.defect == "wrong model" && a.Model != nil:
		a.Model = &dimacs.Assignment{}
	case f.defect == "wrong failed assumptions" && a.Model == nil:
		a.Failed = append(a.Failed, 1, -1)
	case f.defect == "changes the formula":
		for c := range t.Formula.Clauses() {
			for i := range c {
				c[i] = -c[i]
			}
		}
	}
	return a, err
}

func (f faulty) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	n := 0
	return auto.New().(engine.Enumerator).Enumerate(ctx, f.task(t), func(a *dimacs.Assignment) error {
		n++
		switch {
		case f.defect == "loses a model" && n == 2:
			return nil
		case f.defect == "repeats a model" && n == 2:
			found(a)
		}
		err := found(a)
		if err != nil && f.defect == "goes on after an error" {
			found(a)
		}
		return err
	})
}

func (f faulty) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	n, err := auto.New().(engine.Counter).Count(ctx, f.task(t))
	if f.defect == "miscounts" {
		n.M = new(big.Int).SetBit(n.M, 0, 1)
	}
	return n, err
}

func (f faulty) Sample(ctx context.Context, t *engine.Task, k int64, found func(*dimacs.Assignment) error) error {
	var first *dimacs.Assignment
	return auto.New().(engine.Sampler).Sample(ctx, f.task(t), k, func(a *dimacs.Assignment) error {
		if first == nil {
			first = &dimacs.Assignment{}
			first.Copy(a)
		}
		if f.defect == "draws one model" {
			a = first
		}
		return found(a)
	})
}

// The reference search finds the same number of models as a search through all assignments.
func TestReference(t *testing.T) {
	r := newSampler(1)
	repeated := []string{"3 3 -1;-3 2 1;2 -1 3 -1", "1 -1 2;-2 2 1 1;3 3", "-1 1 1;2 2"}
	for i := range 200 {
		shape, f := generate.Small(i, r.Rand)
		if i < len(repeated) {
			shape, f = "repeated literals", Clauses(repeated[i])
		}
		want := int64(0)
		for range Models(f) {
			want++
		}
		if n := newProblem(shape, Task(f)).number(); n.Int().Int64() != want {
			t.Errorf("%s %d: %v models, want %d", shape, i, n.Int(), want)
		}
	}
}

// The suite rejects an engine with a defect. It accepts auto; see TestConformance there.
func TestDefects(t *testing.T) {
	small, _ := Options{}.formulas()
	var problems []*problem
	for i := range small {
		problems = append(problems, sampleProblem(i))
	}
	for _, defect := range defects {
		var err error
		for i := 0; i < small && err == nil; i++ {
			err = check(t.Context(), faulty{defect}, problems[i], newCalls())
		}
		if err == nil {
			t.Errorf("defect %q is not found", defect)
		}
	}
}
