package command

import (
	"context"
	"errors"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/gophersat"
	"queens/dimacs"
)

// minimize leaves out failed assumptions of a task as long as the others fail. It
// reports whether none is left that could be left out: not if the context ends or
// another solver does not know an answer.
func (s *settings) minimize(ctx context.Context, e engine.Engine, t *engine.Task) (minimal bool, err error) {
	refute, done, err := s.refuter(ctx, e, t)
	if err == nil {
		defer done()
		t.Failed, err = engine.MinimalCore(ctx, t.FailedOrAll(), refute)
	}
	if err = stopped(ctx, err); err == errStopped || errors.Is(err, errUndecided) {
		return false, nil
	}
	return err == nil, err
}

// errUndecided is the error of a step that another solver does not decide.
var errUndecided = errors.New("the solver found no answer")

// refuter returns what tells whether assumptions fail: the other solver or
// gophersat, in a run for each set of them, or else cdcl, which learns from one set
// for the next.
func (s *settings) refuter(ctx context.Context, e engine.Engine, t *engine.Task) (refute engine.Refuter, done func(), err error) {
	switch {
	case s.external != nil:
		return s.refuteElsewhere(t), func() {}, nil
	case s.engine == gophersat.Name || len(t.Formula.Cubes) > 0:
		return engine.FromScratch(e, t), func() {}, nil
	case s.engine == cdcl.Name:
		session, err := cdcl.NewSession(ctx, t)
		if err != nil {
			return nil, nil, err
		}
		return func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
			return session.Refute(ctx, assume, 0)
		}, session.Close, nil
	}
	return auto.Refuter(ctx, t, e)
}

// refuteElsewhere has the solver of --solver run for each set of assumptions.
func (s *settings) refuteElsewhere(t *engine.Task) engine.Refuter {
	return func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
		_, status, err := s.external.Solve(ctx, t.Formula, assume)
		if err == nil && status == dimacs.Unknown {
			err = errUndecided
		}
		return nil, status == dimacs.Unsatisfiable, err
	}
}
