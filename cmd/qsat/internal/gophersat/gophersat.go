// Package gophersat is an engine that searches with the library
// github.com/crillab/gophersat, a conflict-driven solver. It gives the library clauses and calls
// its Solve, but does not use its functions for parsing, counting and enumeration, because they
// are not reliable. The package owns the library's copy of the clauses, and only reads the
// clauses of the task.
//
// Two searches at the same time would interfere, and the library cannot stop a search. When
// the context ends during a search, the search continues in the background. After that, no
// other search can run in the process: every call of the engine returns an error, unless
// unit propagation refutes the task.
//
// A program that imports the package can choose the engine by its name in package sat, which does
// not depend on the library.
package gophersat

import (
	"context"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "gophersat"

func init() { engine.Register(Name, New) }

// New returns the engine. The only formulas that it declines give clause.ErrTooLarge.
func New() engine.Engine { return gophersat{models} }

type gophersat struct{ engine.Models }

func (gophersat) Name() string { return Name }

// Solve returns a model, or an empty answer if the task has no model. It does not know
// which assumptions fail. The errors are those of run and of finder.next.
func (gophersat) Solve(ctx context.Context, t *engine.Task) (a engine.Answer, err error) {
	err = run(t, func(s *finder) error {
		a.Model, err = s.next(ctx)
		return err
	})
	return a, err
}

// models finds models as engine.Models describes. After each model it adds a clause that excludes all
// models with the same values of the branch variables. Other errors than those of found are those of run
// and of finder.next.
func models(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
	return run(t, func(s *finder) error {
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
