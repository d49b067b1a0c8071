package sat

import (
	"context"
	"errors"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Core is like Solve, but makes Failed minimal: without any one of its assumptions, there is a
// model. If ctx or Budget stops Core before Failed is known to be minimal, or if Options.Memory is exceeded,
// Core returns the smallest list found, without an error, and does not set Minimal. If it is stopped before
// it knows whether there is a model, it returns an error.
//
// To learn which groups of clauses conflict with some literals, assume the guards of the groups, and make the
// literals true by Hold. Failed then contains only guards.
func (s *Solver) Core(ctx context.Context, assume ...dimacs.Lit) (Answer, error) {
	ctx, release, err := s.limited(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	a, err := s.Solve(ctx, assume...)
	if err != nil || a.Status != dimacs.Unsatisfiable {
		return a, err
	}
	a.Failed, err = minimalCore(ctx, a.Failed, func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
		return s.kept.Session.Solve(ctx, s.withHeld(assume), 0)
	})
	if a.Minimal = err == nil; ctx.Err() != nil || errors.Is(err, ErrBudget) {
		err = nil
	}
	return a, public(err)
}

// Failed returns assumptions that cannot all hold, as the function Failed does: there must be no
// model, for example because a count is 0. It returns all assumptions, each once, if it is too much
// work to find fewer. Without assumptions, it returns an empty list and Err. The errors are those of
// Solve, also if ctx ends.
func (s *Solver) Failed(ctx context.Context, assume ...dimacs.Lit) ([]dimacs.Lit, error) {
	if len(assume) == 0 {
		return []dimacs.Lit{}, s.err
	}
	s.ticks = budgets.FailedTicks
	defer func() { s.ticks = 0 }()
	a, err := s.Solve(ctx, assume...)
	if errors.Is(err, cdcl.ErrLimit) {
		return engine.Distinct(assume), nil
	}
	return a.Failed, err
}
