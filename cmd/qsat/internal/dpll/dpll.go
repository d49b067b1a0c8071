// Package dpll is the Davis-Putnam procedure for large sparse formulas.
package dpll

import (
	"context"
	"math"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "dpll"

// An Engine is the engine, and the statistics of its last task.
type Engine struct{ stats Stats }

// New returns the engine. It takes every formula that memory holds.
func New() *Engine { return &Engine{} }

var _ engine.Engine = (*Engine)(nil)

// Stats returns the statistics of the last task.
func (e *Engine) Stats() Stats { return e.stats }

// Solve returns a model, or nil if there is none.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	s, err := prepare(ctx, t, purpose{})
	if err != nil {
		return nil, err
	}
	defer func() { e.stats = s.Stats() }()
	return s.Solve(ctx, math.MaxInt64)
}

// model makes a the assignment that the search has found. Variables that it
// has left open are false.
func (s *Search) model(a *dimacs.Assignment) {
	for v := s.src.Vars; v > 0; v-- { // the largest first, so that a grows once
		if value := s.value.holds(int32(2 * v)); value || a.Value(s.src.name(v)) {
			a.Set(s.src.name(v), value)
		}
	}
}

// Enumerate goes through the tree of decisions on the projection, and below
// each of its leaves searches for one model.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	a := &dimacs.Assignment{}
	return e.all(ctx, t, func(s *Search, free []int, _ int) error {
		s.model(a)
		return engine.Expand(ctx, a, append(s.freeHere(), free...), found)
	})
}

// Count counts the leaves that Enumerate finds. Variables that are in no
// unsatisfied clause at one of them double its weight.
func (e *Engine) Count(ctx context.Context, t *engine.Task) (engine.Count, error) {
	var n sum
	shift := 0
	err := e.all(ctx, t, func(s *Search, _ []int, free int) error {
		shift = free
		n.add(len(s.free))
		return nil
	})
	return engine.Count{M: n.value(), Shift: uint64(shift)}, err
}

// all calls leaf with the search at each model of the projection. The
// variables that are in no clause it gives as Free does.
func (e *Engine) all(ctx context.Context, t *engine.Task, leaf func(s *Search, first []int, free int) error) error {
	s, err := prepare(ctx, t, purpose{all: true})
	if err != nil {
		return err
	}
	defer func() { e.stats = s.Stats() }()
	first, free := s.unbound()
	for {
		found, err := s.next(ctx, false)
		if err != nil || !found {
			return err
		}
		if err := leaf(s, first, free); err != nil {
			return err
		}
		if !s.backProjected() {
			return nil
		}
	}
}
