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

// New returns the engine. It accepts every formula.
func New() engine.Engine { return gophersat{models} }

type gophersat struct{ engine.Models }

func (gophersat) Name() string { return Name }

// Solve returns a model, or none if the task has none. It does not know which assumptions
// fail.
func (gophersat) Solve(ctx context.Context, t *engine.Task) (a engine.Answer, err error) {
	err = run(t, func(s *search) error {
		a.Model, err = s.next(ctx)
		return err
	})
	return a, err
}

// models finds models one by one. After each model it adds a clause that excludes the
// model, on the constrained variables of the projection.
func models(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
	return run(t, func(s *search) error {
		p := t.Projection(s.clauses)
		for {
			a, err := s.next(ctx)
			if err != nil || a == nil {
				return err
			}
			if err := found(a, p); err != nil || !s.exclude(a, p.Branch) {
				return err
			}
		}
	})
}
