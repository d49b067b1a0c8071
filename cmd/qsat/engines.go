package main

import (
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/gophersat"
)

// engineNames are the values of --engine, the default first.
var engineNames = []string{auto.Name, dpll.Name, cover.Name, cdcl.Name, gophersat.Name}

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
