package sat

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Core returns a model, or a minimal set of failed assumptions: if any assumption of the
// set is left out, there is a model.
//
// If ctx ends before Core knows whether there is a model, Core returns an error. If ctx ends
// later, or if Options.Other does not know an answer later, Core returns the assumptions
// left by then, and does not set Minimal. Without a proof, that is no error. With a proof,
// the search for the proof then decides: it fails if ctx has ended.
//
// A proof is a proof of the formula with the assumptions of the core, found by another
// search. It is empty if there is a model.
func Core(ctx context.Context, p Problem, o Options) (Answer, error) {
	s, ctx, err := newSearch(ctx, p, o, "Proof")
	if err != nil {
		return Answer{}, err
	}
	defer s.release()
	if s.cubes != nil && o.Proof != nil {
		return Answer{}, errCubeProof
	}
	s.task.Proof = nil
	a, err := s.answer(s.solve(ctx))
	if err != nil || a.Status != dimacs.Unsatisfiable {
		return a, err
	}
	refute, done, err := s.refuter(ctx)
	if err == nil {
		defer done()
		a.Failed, err = minimalCore(ctx, a.Failed, refute)
	}
	switch a.Minimal = err == nil; {
	case err != nil && ctx.Err() == nil && !errors.Is(err, errUndecided):
		return Answer{}, public(err)
	case o.Proof == nil:
		return a, nil
	}
	p.Assume = a.Failed
	proved, err := Solve(ctx, p, o)
	proved.Minimal = a.Minimal
	return proved, err
}

// refuter returns a function that decides whether assumptions fail, and a function that
// releases its memory. An incremental engine keeps learned clauses between the questions.
// For the other engines with s.explains, cdcl answers; if that takes too long, the question
// becomes a new search of the engine. With cubes, and for all other engines, each question
// is a new search.
func (s *search) refuter(ctx context.Context) (refute engine.Refuter, done func(), err error) {
	refutes := func(a engine.Answer, err error) ([]dimacs.Lit, bool, error) {
		return a.Failed, a.Model == nil && err == nil, err
	}
	anew := func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
		under := *s
		under.task = s.task.Under(assume)
		return refutes(under.solve(ctx))
	}
	if s.cubes != nil || !s.explains {
		return anew, func() {}, nil
	}
	if e, is := s.engine.(engine.Incremental); is {
		session, err := e.Session(s.task)
		if err != nil {
			return nil, nil, err
		}
		return func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
			return refutes(session.Solve(ctx, assume))
		}, session.Close, nil
	}
	return budgets.Refuter(ctx, s.task, anew)
}

// minimalCore returns a minimal subset of failed: if any literal of the subset is left out,
// there is a model. It tests each literal: if refute finds no model without it, minimalCore keeps
// only the literals that refute returns. If refute fails, minimalCore returns this error and the
// literals left by then.
//
// Source: J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and
// Applications", ISMVL 2010, the deletion-based algorithm with clause-set refinement.
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
