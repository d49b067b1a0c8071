package engine

import (
	"context"
	"slices"

	"queens/dimacs"
)

// A Refuter reports whether a formula has no model under some assumptions, and
// returns some of them that cannot all hold, nil if it does not know which.
type Refuter func(ctx context.Context, assume []dimacs.Lit) (failed []dimacs.Lit, unsat bool, err error)

// FromScratch returns a refuter that has an engine search anew each time.
func FromScratch(e Engine, t *Task) Refuter {
	return func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
		task := t.Under(assume)
		a, err := e.Solve(ctx, task)
		return task.Failed, a == nil && err == nil, err
	}
}

// MinimalCore returns failed assumptions of which none can be left out: without any
// one of them there is a model. It leaves out one after the other; where the others
// fail, those that are not among the failed ones go, too. With an error it returns
// those that are left then.
//
// Source: J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and
// Applications", ISMVL 2010, the deletion-based algorithm with clause-set
// refinement.
func MinimalCore(ctx context.Context, failed []dimacs.Lit, refute Refuter) ([]dimacs.Lit, error) {
	core := Distinct(failed)
	for needed := 0; needed < len(core); {
		others := slices.Delete(slices.Clone(core), needed, needed+1)
		failed, unsat, err := refute(ctx, others)
		switch {
		case err != nil:
			return core, err
		case !unsat:
			needed++
		case failed != nil: // among them those that are needed
			core = slices.DeleteFunc(others, func(l dimacs.Lit) bool { return !slices.Contains(failed, l) })
		default:
			core = others
		}
	}
	return core, nil
}

// Distinct returns literals, each once, in the order in which they come first.
func Distinct(lits []dimacs.Lit) []dimacs.Lit {
	seen := make(map[dimacs.Lit]bool, len(lits))
	return slices.DeleteFunc(append([]dimacs.Lit{}, lits...), func(l dimacs.Lit) bool {
		again := seen[l]
		seen[l] = true
		return again
	})
}

// Under returns the task under other assumptions and without a proof.
func (t *Task) Under(assume []dimacs.Lit) *Task {
	u := *t
	u.Assume, u.Proof, u.Failed, u.clauses = assume, nil, nil, nil
	return &u
}

// FailedOrAll returns the failed assumptions, all of them if they are not known.
func (t *Task) FailedOrAll() []dimacs.Lit {
	if t.Failed == nil {
		return Distinct(t.Assume)
	}
	return t.Failed
}
