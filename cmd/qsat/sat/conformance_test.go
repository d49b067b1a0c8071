package sat_test

import (
	"context"
	"errors"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// asked is an engine that answers by the functions of package sat.
type asked struct{}

func (asked) Name() string { return "asked" }

func question(t *engine.Task) (sat.Problem, sat.Options) {
	return sat.Problem{Formula: t.Formula, Assume: t.Assume, Project: t.Project}, sat.Options{Threads: t.Threads, Seed: t.Seed, Proof: t.Proof}
}

func (asked) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	p, o := question(t)
	a, err := sat.Solve(ctx, p, o)
	if has := a.Model != nil; err == nil && ((a.Status == dimacs.Satisfiable) != has || !has && a.Failed == nil) {
		err = errors.New("the answer contradicts itself")
	}
	return engine.Answer{Model: a.Model, Failed: a.Failed}, err
}

func (asked) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	p, o := question(t)
	for m, err := range sat.Models(ctx, p, o) {
		if err == nil {
			err = found(m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (asked) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	p, o := question(t)
	return sat.Count(ctx, p, o)
}

// The functions of the package pass the tests of the engines. Each engine has a test of its
// own with more formulas. Every refutation has failed assumptions.
func TestConformance(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, func() engine.Engine { return asked{} }, enginetest.Options{Variant: true})
}
