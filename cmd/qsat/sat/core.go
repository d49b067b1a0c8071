package sat

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
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
	return about(ctx, p, o, func(ctx context.Context, j *job) (Answer, error) { return j.core(ctx, p, o) }, "Cubes", "Proof")
}

// core is Core.
func (j *job) core(ctx context.Context, p Problem, o Options) (Answer, error) {
	if j.cubes != nil && o.Proof != nil {
		return Answer{}, errCubeProof
	}
	j.task.Proof = nil
	a, err := j.answer(j.solve(ctx))
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
}

// refuter returns a function that decides whether assumptions fail, and a function that
// releases its memory. For the engines with j.explains, cdcl answers and keeps learned clauses between
// the questions; if that takes too long, the question becomes a new search of the engine unless the
// engine is cdcl. With cubes, and for all other engines, each question is a new search.
func (j *job) refuter(ctx context.Context) (refute engine.Refuter, done func(), err error) {
	anew := func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
		under := *j
		under.task = j.task.Under(assume)
		a, err := under.solve(ctx)
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
