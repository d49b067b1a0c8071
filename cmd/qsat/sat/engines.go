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
	"queens/dimacs"
)

// A named engine can be chosen by its name.
type named struct {
	name     string
	new      func() engine.Engine
	explains bool // ask cdcl which assumptions fail if the engine does not know
	weighs   bool // the engine counts with weights
}

var engines = []named{
	{auto.Name, auto.New, true, true},
	{dpll.Name, func() engine.Engine { return dpll.New() }, true, false},
	{cover.Name, func() engine.Engine { return cover.New() }, true, false},
	{cdcl.Name, func() engine.Engine { return cdcl.New() }, true, false},
	{count.Name, func() engine.Engine { return count.New() }, true, true},
}

// all returns the engines of this package and the registered engines.
func all() []named {
	list := slices.Clip(engines)
	for _, e := range engine.Registered() {
		list = append(list, named{name: e.Name, new: e.New})
	}
	return list
}

// Engines returns the names of the ways to search, the default first:
//
//   - auto, the next four, chosen by the structure of the formula;
//   - dpll, one model of a large formula with much propagation, in any encoding;
//   - cover, which counts, enumerates and refutes generalized exact covers;
//   - cdcl, conflict-driven clause learning, for everything else;
//   - count, which counts models component by component, and does nothing else.
//
// The program qsat registers one more engine, gophersat: clause learning by the library of that
// name.
func Engines() (names []string) {
	for _, e := range all() {
		names = append(names, e.name)
	}
	return names
}

// engineCalled returns the engine with a name of Engines.
func engineCalled(name string) named {
	list := all()
	return list[slices.IndexFunc(list, func(e named) bool { return e.name == name })]
}

// other makes an engine of Options.Other.
type other struct{ solver Other }

// errUndecided is the error of other if the solver returns Unknown.
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

// budgets limits the search for failed assumptions. Tests make it smaller.
var budgets = auto.Default()
