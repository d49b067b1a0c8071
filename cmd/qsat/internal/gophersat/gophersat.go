// Package gophersat is a second conflict-driven engine: clause learning as the
// library github.com/crillab/gophersat does it, through its Solve method alone.
// Counting, enumeration and parsing are ours, as the library's own are not to
// be relied on. It owns the library's copy of the clauses; those of the task it
// only reads.
//
// Two searches at a time would disturb each other, and none can be stopped: one
// whose context has ended is left behind, and after that there can be no other in
// the process. Engine calls return an error then.
package gophersat

import (
	"context"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "gophersat"

// New returns the engine. It takes every formula.
func New() engine.Engine { return gophersat{} }

type gophersat struct{}

// Solve returns a model, or nil if there is none.
func (gophersat) Solve(ctx context.Context, t *engine.Task) (model *dimacs.Assignment, err error) {
	err = run(ctx, t, func(s *search) error {
		model, err = s.next(ctx)
		return err
	})
	return model, err
}

// Enumerate finds models one by one and excludes each by a clause on the variables of
// the projection; unconstrained variables are gone through after that.
func (gophersat) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return each(ctx, t, func(a *dimacs.Assignment, first []int, _ int) error {
		return engine.Expand(ctx, a, first, found)
	})
}

// Count finds models one by one as Enumerate does.
func (gophersat) Count(ctx context.Context, t *engine.Task) (engine.Count, error) {
	return engine.CountModels(t, func(found func(*dimacs.Assignment, int) error) error {
		return each(ctx, t, func(a *dimacs.Assignment, _ []int, unconstrained int) error { return found(a, unconstrained) })
	})
}

// each calls found with models of which no two agree on the constrained variables of
// the projection, and with what engine.Task.Unconstrained says of the others.
func each(ctx context.Context, t *engine.Task, found func(a *dimacs.Assignment, first []int, unconstrained int) error) error {
	return run(ctx, t, func(s *search) error {
		constrained, n := s.clauses.Constrained()
		first, unconstrained := t.Unconstrained(ctx, func(v int) bool { return constrained[s.clauses.Var(v)] }, n)
		var projected []uint32
		for v, name := range s.clauses.Names {
			if constrained[v] && s.clauses.Values[2*v] == 0 && t.IsProjected(int(name)) {
				projected = append(projected, uint32(v))
			}
		}
		for {
			a, err := s.next(ctx)
			if err != nil || a == nil {
				return err
			}
			if err := found(a, first, unconstrained); err != nil || !s.exclude(a, projected) {
				return err
			}
		}
	})
}
