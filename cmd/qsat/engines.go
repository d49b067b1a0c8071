package main

import (
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/gophersat"
)

// engineNames are the values of --engine, the default first.
var engineNames = []string{auto.Name, dpll.Name, cover.Name, gophersat.Name}

// newEngine returns the engine that --engine names.
func (s *settings) newEngine() engine.Engine {
	switch s.engine {
	case dpll.Name:
		return dpll.New()
	case cover.Name:
		return cover.New()
	case gophersat.Name:
		return gophersat.New()
	}
	return auto.New()
}
