package cdcl

import (
	"context"
	"fmt"
	"os"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "cdcl"

// An Engine is the engine.
type Engine struct{}

// New returns the engine. It takes every formula that memory holds, but does
// not count.
func New() *Engine { return &Engine{} }

// Solve returns a model, or nil if there is none.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	d, err := clause.Load(ctx, t.Formula, t.Assume)
	if err != nil {
		return nil, err
	}
	s := New1(d, t.Seed)
	fmt.Sscan(os.Getenv("WX"), &s.Wx)
	defer func() { fmt.Fprintln(os.Stderr, s.Debug()) }()
	switch s.search(ctx) {
	case Unknown:
		return nil, s.stop
	case Unsatisfiable:
		return nil, s.Err
	}
	a := &dimacs.Assignment{}
	for v := d.Vars; v > 0; v-- {
		if d.Values[2*v] > 0 {
			a.Set(int(d.Names[v]), true)
		}
	}
	return a, nil
}

func (s *Solver) Debug() string {
	return fmt.Sprintf("conf %d dec %d restarts %d props %d ticks %d phases %d reductions %d rephased %d minim %d clauses %d viv %+v", s.stats.conflicts, s.stats.decisions, s.stats.restarts, s.Propagations, s.Ticks, s.phases, s.limits.reductions, s.rephased, s.stats.minimized, len(s.Clauses), s.stats)
}
