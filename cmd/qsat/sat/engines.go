package sat

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/gophersat"
	"queens/dimacs"
)

// An Engine is a way to search, to be asked for by name.
type Engine struct {
	Name  string
	About string // what it is for, a clause

	new       func() engine.Engine
	explained bool // cdcl finds out which assumptions fail where it does not know
	weighs    bool // it counts with weights
}

var engines = []Engine{
	{auto.Name, "the next four, chosen by the structure of the formula", auto.New, true, true},
	{dpll.Name, "one model of a large formula with much propagation, in any encoding", func() engine.Engine { return dpll.New() }, true, false},
	{cover.Name, "counts, enumerates and refutes generalized exact covers", func() engine.Engine { return cover.New() }, true, false},
	{cdcl.Name, "conflict-driven clause learning, for everything else", func() engine.Engine { return cdcl.New() }, true, false},
	{count.Name, "counts models component by component, and does nothing else", func() engine.Engine { return count.New() }, true, true},
	{gophersat.Name, "clause learning by the library of that name", gophersat.New, false, false},
}

// Engines returns the ways to search, the default first.
func Engines() []Engine { return slices.Clone(engines) }

// other is another solver as an engine.
type other struct{ solver Other }

// errUndecided is the error where another solver does not know.
var errUndecided = errors.New("the solver found no answer")

func (other) Name() string { return "other" }

func (o other) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	a, status, err := o.solver.Solve(ctx, t.Formula, t.Assume)
	switch {
	case err != nil || status == dimacs.Unsatisfiable:
		return engine.Answer{}, err
	case status == dimacs.Unknown || a == nil:
		return engine.Answer{}, errUndecided
	}
	return engine.Answer{Model: a}, nil
}

// explainer finds out which assumptions fail of what is known to have no model.
type explainer struct{}

func (explainer) Name() string { return "explainer" }

func (explainer) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	return engine.Answer{Failed: auto.Failed(ctx, t)}, nil
}
