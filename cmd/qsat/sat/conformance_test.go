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

// asked is an engine that asks package sat, one of its engines or its choice.
type asked struct{ engine string }

func (a asked) Name() string { return a.engine }

func (a asked) question(t *engine.Task) (sat.Problem, sat.Options) {
	return sat.Problem{Formula: t.Formula, Assume: t.Assume, Project: t.Project},
		sat.Options{Engine: a.engine, Threads: t.Threads, Seed: t.Seed, Proof: t.Proof}
}

// internal returns an error as engines return it.
func internal(err error) error {
	var d *sat.DeclinedError
	if errors.As(err, &d) {
		return (*engine.DeclinedError)(d)
	}
	return err
}

func (a asked) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	p, o := a.question(t)
	answer, err := sat.Solve(ctx, p, o)
	if want := answer.Model != nil; err == nil && (answer.Status == dimacs.Satisfiable) != want || !want && err == nil && answer.Failed == nil {
		err = errors.New("the answer contradicts itself")
	}
	if a.engine == "gophersat" { // it does not find out which
		answer.Failed = nil
	}
	return engine.Answer{Model: answer.Model, Failed: answer.Failed}, internal(err)
}

func (a asked) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	p, o := a.question(t)
	for m, err := range sat.Models(ctx, p, o) {
		if err == nil {
			err = found(m)
		}
		if err != nil {
			return internal(err)
		}
	}
	return nil
}

func (a asked) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	p, o := a.question(t)
	n, err := sat.Count(ctx, p, o)
	return dimacs.Count(n), internal(err)
}

// What is asked through the package is what the engines answer, and which assumptions
// have failed is known of each refutation.
func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return asked{} }, enginetest.Options{})
}

func TestConformanceByName(t *testing.T) {
	for name, o := range map[string]enginetest.Options{"dpll": {Variant: true}, "cover": {Variant: true, MayDecline: true}, "gophersat": {Variant: true}} {
		t.Run(name, func(t *testing.T) { enginetest.Run(t, func() engine.Engine { return asked{name} }, o) })
	}
}
