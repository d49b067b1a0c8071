package auto

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/csp"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// A relaxation is a task without the clauses that are not part of an exact cover problem,
// for example clauses that somebody has added to a board. If the relaxation has no model,
// neither has the task.
type relaxation struct {
	*Budgets
	task *engine.Task // nil before the first call of refute, or if relax returned nil
	done bool         // a search of cover has ended before its limit, or there is no task
}

// refute runs cover to refute the relaxation of t, with work words as its limit. At the first call it
// makes the relaxation. If t has a proof, it writes the proof of a refutation. It may be called again
// with more work until it sets r.done; after that, it returns false. The error is an error of relax or
// of the proof, or the cause of ctx.
func (r *relaxation) refute(ctx context.Context, t *engine.Task, work int64) (refuted bool, err error) {
	if r.task == nil && !r.done {
		r.task, err = r.relax(ctx, t)
		r.done = r.task == nil
	}
	if r.done || err != nil {
		return false, err
	}
	a, err := (&cover.Engine{Limit: uint64(work)}).Solve(ctx, r.task)
	switch r.done = !errors.Is(err, cover.ErrLimit); {
	case err != nil || a.Model != nil:
		return false, context.Cause(ctx)
	case t.Proof != nil:
		a, err = cover.New().Solve(ctx, r.task.With(t.Proof))
	}
	return a.Model == nil && err == nil, err
}

// relax returns a task with some of the unsatisfied clauses of t, without their false literals: the longer
// clauses that offer a choice, and the binary clauses except implications between choices. It then drops
// clauses with pure literals. If t has no proof, it adds units that break symmetries. The new task has no
// proof. relax returns nil if no clause offers a choice, if it would keep all clauses, or if the formula is
// refuted or has more than RelaxationClauses clauses. The error is clause.ErrTooLarge or the cause of ctx.
func (b *Budgets) relax(ctx context.Context, t *engine.Task) (*engine.Task, error) {
	if int64(t.Formula.NumClauses()) > b.RelaxationClauses {
		return nil, nil
	}
	d, err := t.Clauses()
	if err != nil || d.Unsat {
		return nil, err
	}
	all := symmetry.Clauses(d)
	binary := make([]int32, d.NumLits()) // indexed by literal: the number of its binary clauses
	for _, c := range all {
		if len(c) == 2 {
			binary[c[0]]++
			binary[c[1]]++
		}
	}
	choices, offered := csp.LikelyChoices(binary).Offered(slices.Values(all))
	kept := slices.DeleteFunc(slices.Clone(all), func(c []clause.Lit) bool {
		if len(c) > 2 {
			return !choices.Offers(c)
		}
		return choices.Has(c[0]) && choices.Has(c[1].Not()) || choices.Has(c[0].Not()) && choices.Has(c[1])
	})
	if !offered || len(kept) == len(all) || ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	f := &dimacs.Formula{Vars: t.Formula.Vars}
	for _, c := range withoutPure(kept, d.NumLits()) {
		f.Add(lists.Map(c, d.Name)...)
	}
	u := &engine.Task{Formula: f, Seed: t.Seed, Threads: 1, Stats: t.Stats}
	if t.Proof == nil {
		return symmetry.Break(u)
	}
	return u, nil
}

// pureRounds is the largest number of rounds of withoutPure. A round takes the time of one
// walk over the clauses. Chains of implications may need a round per literal.
const pureRounds = 100

// withoutPure returns the clauses without a pure literal, whose complement is in no clause. It
// repeats this until no such clause is left, for at most pureRounds rounds. The remaining clauses have a
// model if and only if all clauses have one. It does not use package simplify, because Eliminate
// strengthens clauses as well, and a relaxation must be a subset of the clauses. The result overwrites
// the slice clauses; lits is the number of literals of the database.
func withoutPure(clauses [][]clause.Lit, lits int) [][]clause.Lit {
	counts := make([]int, lits) // indexed by literal: the number of its clauses
	for _, c := range clauses {
		for _, l := range c {
			counts[l]++
		}
	}
	for range pureRounds {
		before := len(clauses)
		clauses = slices.DeleteFunc(clauses, func(c []clause.Lit) bool {
			pure := slices.ContainsFunc(c, func(l clause.Lit) bool { return counts[l.Not()] == 0 })
			if pure {
				for _, l := range c {
					counts[l]--
				}
			}
			return pure
		})
		if len(clauses) == before {
			break
		}
	}
	return clauses
}
