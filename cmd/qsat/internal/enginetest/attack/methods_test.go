package attack

import (
	"context"
	"math"

	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/orbit"
	"queens/cmd/qsat/internal/parity"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// methods holds an engine for each kind of argument, which uses only this kind. It declines a task if
// it finds no such argument.
var methods = []engine.Engine{
	refuter{cardinality.Name, cardinality.Refute},
	refuter{parity.Name, parity.Refute},
	breaker{},
	orbits{},
}

func declined(name string) error {
	return &engine.DeclinedError{Engine: name, Reason: "it has no such argument"}
}

// A refuter refutes tasks by one kind of argument, with unlimited work.
type refuter struct {
	name   string
	refute func(ctx context.Context, t *engine.Task, work int) (bool, error)
}

func (r refuter) Name() string { return r.name }

func (r refuter) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	refuted, err := r.refute(ctx, t, math.MaxInt32)
	if err == nil && !refuted {
		err = declined(r.name)
	}
	return engine.Answer{}, err
}

// A breaker breaks symmetries.
type breaker struct{}

func (breaker) Name() string { return symmetry.Name }

func (breaker) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	u, err := symmetry.Break(t)
	if err == nil && u == t {
		err = declined(symmetry.Name)
	}
	if err != nil {
		return engine.Answer{}, err
	}
	return cdcl.New().Solve(ctx, u)
}

// orbits finds and counts models by the leaders of orbits. It writes no proof.
type orbits struct{}

func (orbits) Name() string { return orbit.Name }

func (orbits) find(ctx context.Context, t *engine.Task) (*orbit.Orbits, error) {
	o, err := orbit.Find(ctx, t, orbit.Work)
	if err == nil && (o == nil || t.Proof != nil) {
		err = declined(orbit.Name)
	}
	return o, err
}

func (e orbits) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	o, err := e.find(ctx, t)
	if err != nil {
		return engine.Answer{}, err
	}
	return o.Solve(ctx, cdcl.New().Solve)
}

func (e orbits) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	o, err := e.find(ctx, t)
	if err != nil {
		return dimacs.Count{}, err
	}
	return o.Models(cdcl.New().Models).Count(ctx, t)
}
