package command

import (
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/gophersat"
)

// engines are the values of --engine, the default first.
var engines = []program.Choice{
	{Name: auto.Name, About: "the next three, chosen by the structure of the formula"},
	{Name: dpll.Name, About: "one model of a large formula with much propagation, in any encoding"},
	{Name: cover.Name, About: "counts, enumerates and refutes generalized exact covers"},
	{Name: cdcl.Name, About: "conflict-driven clause learning, for everything else"},
	{Name: gophersat.Name, About: "clause learning by the library of that name"},
}

// newEngine returns the engine that --engine names. All but gophersat say which
// assumptions have failed.
func (s *settings) newEngine() engine.Engine {
	switch s.engine {
	case dpll.Name:
		return auto.Explained(dpll.New())
	case cover.Name:
		return auto.Explained(cover.New())
	case cdcl.Name:
		return auto.Explained(cdcl.New())
	case gophersat.Name:
		return gophersat.New()
	}
	return auto.Explained(auto.New())
}
