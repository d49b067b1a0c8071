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

// A method answers by one kind of argument, which auto may not come to because another engine
// answers first. It declines a formula without such an argument.
type method struct {
	name  string
	solve func(ctx context.Context, t *engine.Task) (a engine.Answer, answered bool, err error)
}

// methods are the kinds of arguments.
var methods = []method{
	{cardinality.Name, refuteBy(cardinality.Refute)},
	{parity.Name, refuteBy(parity.Refute)},
	{symmetry.Name, func(ctx context.Context, t *engine.Task) (engine.Answer, bool, error) {
		u, err := symmetry.Break(ctx, t)
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

func refuteBy(refute func(ctx context.Context, t *engine.Task, work int) (bool, error)) func(context.Context, *engine.Task) (engine.Answer, bool, error) {
	return func(ctx context.Context, t *engine.Task) (engine.Answer, bool, error) {
		refuted, err := refute(ctx, t, math.MaxInt32)
		return engine.Answer{}, refuted, err
	}
}

// Name returns the name of the method.
func (m method) Name() string { return m.name }

// Solve returns a model, or none if the method shows that there is none.
func (m method) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	a, answered, err := m.solve(ctx, t)
	if err == nil && !answered {
		err = &engine.DeclinedError{Engine: m.name, Reason: "it has no such argument"}
	}
	return a, err
}

// Count counts by orbits, whatever the method is.
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
