package auto

import (
	"context"
	"errors"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// failedTicks bounds each search of cdcl for assumptions that have failed, where
// another engine has found out that there is no model: about a second.
const failedTicks = 1 << 24

// Explained returns an engine that finds out with cdcl which assumptions have
// failed, where e does not know and that does not take too long.
func Explained(e engine.Engine) engine.Engine { return explained{e} }

type explained struct{ engine.Engine }

func (x explained) Solve(ctx context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	a, err := x.Engine.Solve(ctx, t)
	return a, explain(ctx, t, a == nil, err)
}

func (x explained) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	none := true
	err := x.Engine.Enumerate(ctx, t, func(a *dimacs.Assignment) error {
		none = false
		return found(a)
	})
	return explain(ctx, t, none, err)
}

func (x explained) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	n, err := x.Engine.Count(ctx, t)
	return n, explain(ctx, t, err == nil && n.IsZero(), err)
}

// explain finds failed assumptions where there is no model and none are known. It
// returns the error that the engine has returned.
func explain(ctx context.Context, t *engine.Task, none bool, err error) error {
	switch {
	case !none || err != nil || t.Failed != nil:
	case len(t.Assume) == 0:
		t.Failed = []dimacs.Lit{}
	default:
		t.Failed = failed(ctx, t)
	}
	return err
}

// failed returns assumptions of a task without a model that cannot all hold, none
// if the formula alone has no model and nil if that takes too long for cdcl. For a
// model of the formula alone it looks on small budgets: with dpll, which finds those
// of boards, and, if the formula is hard to refute by learning, with cover.
func failed(ctx context.Context, t *engine.Task) []dimacs.Lit {
	s, err := cdcl.NewSession(ctx, t.Under(t.Assume))
	if err != nil {
		return nil
	}
	defer s.Close()
	failed, _, refuteErr := s.Refute(ctx, t.Assume, failedTicks)
	a, err := tryDPLL(ctx, t.Under(nil))
	if isDeclined(err) && refuteErr != nil {
		a, err = (&cover.Engine{Limit: coverWorkAlone}).Solve(ctx, t.Under(nil))
	}
	switch {
	case err == nil && a == nil:
		return []dimacs.Lit{}
	case refuteErr != nil:
		return nil
	case err == nil:
		return failed
	}
	return s.FailedOrNone(ctx, failed)
}

// Refuter returns a refuter for the formula of a task, and what closes it: dpll may
// find a model on its budget; then cdcl searches, and where that takes too long
// another engine.
func Refuter(ctx context.Context, t *engine.Task, e engine.Engine) (refute engine.Refuter, done func(), err error) {
	s, err := cdcl.NewSession(ctx, t.Under(t.Assume))
	if err != nil {
		return nil, nil, err
	}
	other := engine.FromScratch(e, t)
	return func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
		if a, _ := tryDPLL(ctx, t.Under(assume)); a != nil {
			return nil, false, nil
		}
		failed, unsat, err := s.Refute(ctx, assume, failedTicks)
		if errors.Is(err, cdcl.ErrLimit) {
			return other(ctx, assume)
		}
		return failed, unsat, err
	}, s.Close, nil
}
