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

// A method is an engine that uses only one kind of argument. Auto may not try this kind because another
// engine answers first. A method declines a formula if it finds no such argument.
type method struct {
	name string
	// solve returns answered = false if it finds no argument. An answer without a model means that
	// the formula has no model.
	solve func(ctx context.Context, t *engine.Task) (a engine.Answer, answered bool, err error)
}

// methods holds one method for each kind of argument.
var methods = []method{
	{cardinality.Name, refuteBy(cardinality.Refute)},
	{parity.Name, refuteBy(parity.Refute)},
	{symmetry.Name, func(ctx context.Context, t *engine.Task) (engine.Answer, bool, error) {
		u, err := symmetry.Break(t)
		if err != nil || u == t {
			return engine.Answer{}, false, err
		}
		a, err := cdcl.New().Solve(ctx, u)
		return a, true, err
	}},
	{orbit.Name, func(ctx context.Context, t *engine.Task) (engine.Answer, bool, error) {
		o, err := orbit.Find(ctx, t, orbit.Work)
		if err != nil || o == nil || t.Proof != nil {
			return engine.Answer{}, false, err
		}
		a, err := o.Solve(ctx, cdcl.New().Solve)
		return a, true, err
	}},
}

// refuteBy returns a solve function that answers only if refute refutes the formula, with unlimited work.
func refuteBy(refute func(ctx context.Context, t *engine.Task, work int) (bool, error)) func(context.Context, *engine.Task) (engine.Answer, bool, error) {
	return func(ctx context.Context, t *engine.Task) (engine.Answer, bool, error) {
		refuted, err := refute(ctx, t, math.MaxInt32)
		return engine.Answer{}, refuted, err
	}
}

// Name returns the name of the method.
func (m method) Name() string { return m.name }

// Solve returns a model, or an answer without a model if the method refutes the formula. If the method
// does not apply, Solve returns an engine.DeclinedError.
func (m method) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	a, answered, err := m.solve(ctx, t)
	if err == nil && !answered {
		err = &engine.DeclinedError{Engine: m.name, Reason: "it has no such argument"}
	}
	return a, err
}

// Count counts models by orbits. It does not depend on m; ask calls it only for the method orbit.
func (m method) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	o, err := orbit.Find(ctx, t, orbit.Work)
	if err == nil && o == nil {
		err = &engine.DeclinedError{Engine: m.name, Reason: "it has no symmetries"}
	}
	if err != nil {
		return dimacs.Count{}, err
	}
	return o.Models(cdcl.Few(mostModels).Models).Count(ctx, t)
}
