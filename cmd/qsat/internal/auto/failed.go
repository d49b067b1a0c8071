package auto

import (
	"context"
	"errors"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Failed returns assumptions of t that cannot all be true, in their order, for a task without a model. It
// returns an empty list if it finds that the formula has no model even without assumptions. Otherwise it
// returns nil if cdcl reaches FailedTicks or fails, for example because ctx ends or the formula is too
// large.
//
// This is no schedule, because each step depends on the results of two others.
//
// cdcl searches for the failed assumptions. To decide whether the formula without
// assumptions has a model, Failed tries dpll on a small budget, which is enough for boards.
// If dpll gives up, it tries cover if cdcl has found no failed assumptions, and otherwise a
// limited search of cdcl. If that search of cdcl gives up, too, Failed returns the
// assumptions that cdcl found before.
func (b *Budgets) Failed(ctx context.Context, t *engine.Task) []dimacs.Lit {
	s, err := cdcl.NewSession(t.Under(t.Assume))
	if err != nil {
		return nil
	}
	defer s.Close()
	failed, _, refuteErr := s.Solve(ctx, t.Assume, b.FailedTicks)
	a, err := b.tryDPLL(ctx, t.Under(nil))
	if engine.IsDeclined(err) && refuteErr != nil {
		a, err = (&cover.Engine{Limit: uint64(b.CoverWorkAlone)}).Solve(ctx, t.Under(nil))
	}
	switch {
	case err == nil && a.Model == nil:
		return []dimacs.Lit{}
	case refuteErr != nil:
		return nil
	case err == nil:
		return failed
	}
	return s.FailedOrNone(ctx, failed)
}

// Refuter returns a refuter for the formula of t, and a function that closes it. The assumptions of all
// calls must be among the assumptions of t. The refuter searches for a model under the given
// assumptions, first with dpll on its budget and then with cdcl. If cdcl takes more than FailedTicks, the
// refuter calls other. The only error of Refuter is clause.ErrTooLarge.
func (b *Budgets) Refuter(ctx context.Context, t *engine.Task, other engine.Refuter) (refute engine.Refuter, done func(), err error) {
	s, err := cdcl.NewSession(t.Under(t.Assume))
	if err != nil {
		return nil, nil, err
	}
	return func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
		if a, _ := b.tryDPLL(ctx, t.Under(assume)); a.Model != nil {
			return nil, false, nil
		}
		failed, unsat, err := s.Solve(ctx, assume, b.FailedTicks)
		if errors.Is(err, cdcl.ErrLimit) {
			return other(ctx, assume)
		}
		return failed, unsat, err
	}, s.Close, nil
}

// tryDPLL searches for a model of t with dpll, within the budget of the first search. It
// declines if the budget is used up, or if the formula does not suit dpll.
func (b *Budgets) tryDPLL(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	return (&dpll.Engine{Limit: b.dpllLimit(int64(t.Formula.NumClauses())), Structured: true}).Solve(ctx, t)
}
