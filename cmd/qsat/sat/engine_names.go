package sat

import (
	"slices"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
)

// A named engine is an engine with the name that Options.Engine takes.
type named struct {
	name     string
	new      func() engine.Engine
	explains bool // cdcl searches for the failed assumptions if the engine does not know them
	weighs   bool // the engine counts with weights
}

// engines lists the engines of this package, the default first.
var engines = []named{
	{auto.Name, auto.New, true, true},
	{dpll.Name, func() engine.Engine { return dpll.New() }, true, false},
	{cover.Name, func() engine.Engine { return cover.New() }, true, false},
	{cdcl.Name, func() engine.Engine { return cdcl.New() }, true, false},
	{count.Name, func() engine.Engine { return count.New() }, true, true},
}

// all returns engines, followed by the engines that programs have registered. The latter neither
// explain nor weigh.
func all() []named {
	registered := lists.Map(engine.Registered(), func(e engine.Registration) named { return named{name: e.Name, new: e.New} })
	return slices.Concat(engines, registered)
}

// Engines returns the names that Options.Engine accepts, the default first:
//
//   - auto, which chooses among the next four by the structure of the formula;
//   - dpll, backtracking without learning, best for a model of a large formula with much propagation;
//   - cover, for generalized exact covers only, best to count, enumerate and refute them;
//   - cdcl, conflict-driven clause learning, for all other formulas;
//   - count, which counts models component by component, and draws samples, but finds no model.
//
// The program qsat registers one more engine, gophersat: clause learning by the library of that
// name.
func Engines() []string { return lists.Map(all(), func(e named) string { return e.name }) }
