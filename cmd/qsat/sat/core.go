package sat

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Core returns a model, or a minimal set of failed assumptions: if any assumption of the set is
// left out, there is a model.
//
// If ctx ends before Core knows whether there is a model, Core returns an error. If ctx ends later,
// or if Options.Other does not know an answer later, Core returns the assumptions left by then, and
// does not set Minimal. Without Options.Proof, that is no error.
//
// With Options.Proof, another search proves that the formula has no model under the assumptions of
// the core, and Core returns its answer. This search fails if ctx has ended. If there is a model,
// the proof stays empty. A formula with cubes is an error then.
func Core(ctx context.Context, p Problem, o Options) (Answer, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (Answer, error) {
		if j.cubes != nil && o.Proof != nil {
			return Answer{}, errCubeProof
		}
		j.task.Proof = nil
		a, err := j.answer(j.solve(ctx, j.ask))
		if err != nil || a.Status != dimacs.Unsatisfiable {
			return a, err
		}
		refute, done, err := j.refuter(ctx)
		if err == nil {
			defer done()
			a.Failed, err = minimalCore(ctx, a.Failed, refute)
		}
		switch a.Minimal = err == nil; {
		case err != nil && ctx.Err() == nil && !errors.Is(err, errUndecided):
			return Answer{}, err
		case o.Proof == nil:
			return a, nil
		}
		p.Assume = a.Failed
		proved, err := Solve(ctx, p, o)
		proved.Minimal = a.Minimal
		return proved, err
	}, "Cubes", "Proof")
}

// refuter returns a function that searches for a model of the task of j under given assumptions,
// and a function that the caller must call after the last search. The only error is
// clause.ErrTooLarge.
//
// If j.explains is set and there are no cubes, the searches share a session of cdcl, which keeps
// its learned clauses. For an engine other than cdcl, dpll tries each search first, and a new
// search of the engine follows if the session takes too long. Otherwise each search is a new search
// of the engine.
func (j *job) refuter(ctx context.Context) (refute engine.Refuter, done func(), err error) {
	anew := func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
		under := *j
		under.task = j.task.Under(assume)
		a, err := under.solve(ctx, under.ask)
		return a.Failed, a.Model == nil && err == nil, err
	}
	if j.cubes != nil || !j.explains {
		return anew, func() {}, nil
	}
	if e, is := j.engine.(*cdcl.Engine); is {
		session, err := e.Session(j.task)
		return func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
			return session.Solve(ctx, assume, 0)
		}, session.Close, err
	}
	return budgets.Refuter(ctx, j.task, anew)
}

// minimalCore returns a minimal subset of failed, whose literals cannot all be true: if any literal
// of the subset is left out, there is a model. It tests the literals in turn: it calls refute
// without the literal. If there is no model, it keeps only the literals that refute returns, or all
// of the others if refute does not know. Literals that it has dropped are not tested. If refute
// fails, minimalCore returns this error and the literals left by then.
//
// Source: J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL
// 2010, the deletion-based algorithm with clause-set refinement.
func minimalCore(ctx context.Context, failed []dimacs.Lit, refute engine.Refuter) ([]dimacs.Lit, error) {
	core := engine.Distinct(failed)
	for needed := 0; needed < len(core); {
		others := slices.Delete(slices.Clone(core), needed, needed+1)
		failed, unsat, err := refute(ctx, others)
		switch {
		case err != nil:
			return core, err
		case !unsat:
			needed++
		case failed != nil: // includes the needed ones
			core = slices.DeleteFunc(others, func(l dimacs.Lit) bool { return !slices.Contains(failed, l) })
		default:
			core = others
		}
	}
	return core, nil
}

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
