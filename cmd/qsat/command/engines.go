package command

import (
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/gophersat"
)

// engines are the values of --engine, the default first; the manual says what each does.
var engines = program.Names(auto.Name, dpll.Name, cover.Name, cdcl.Name, count.Name, gophersat.Name)

// newEngine returns the engine that --engine names. All but gophersat say which
// assumptions have failed, if there are some to name.
func (s *settings) newEngine() engine.Engine {
	if s.engine == gophersat.Name {
		return gophersat.New()
	}
	e := auto.New()
	switch s.engine {
	case dpll.Name:
		e = dpll.New()
	case cover.Name:
		e = cover.New()
	case cdcl.Name:
		e = cdcl.New()
	case count.Name:
		e = count.New()
	}
	if len(s.Assume) == 0 || s.part.K > 0 {
		return e
	}
	return auto.Explained(e)
}
