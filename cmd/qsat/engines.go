package main

import (
	"math/big"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/gophersat"
)

// engineNames are the values of --engine, the default first.
var engineNames = []string{auto.Name, dpll.Name, cover.Name, gophersat.Name}

// newEngine returns the engine that --engine names. If it can, it shows how far
// a count is; show may be nil.
func (s *settings) newEngine(show func(fraction float64, models *big.Int)) engine.Engine {
	switch s.engine {
	case dpll.Name:
		return dpll.New()
	case cover.Name:
		return &cover.Engine{Progress: show}
	case gophersat.Name:
		return gophersat.New()
	}
	return &auto.Engine{Progress: show}
}
