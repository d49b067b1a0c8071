// Package auto is the engine that chooses the other engines. A method runs one engine, or searches for
// one kind of structure in the clauses (methods.go). A schedule lists the methods for one kind of
// question (method_lists.go). A scheduler runs them (scheduler.go).
//
// The methods run in this order:
//
//   - The start methods run one after another. Some of them simplify the task for the methods after them.
//   - The main methods run one after another on the simplest task. Most schedules have one without a
//     limit. If it searches for one model, it pauses from time to time, and the pause methods run.
//   - The methods beside main run at the same time as main. If the task has one thread, they and main
//     take turns, except in a count. If cover runs beside main and main could use its processor, cover
//     gives up when it makes no progress within Budgets.TrialWords.
//
// A method ends with an outcome, or it declines, for example because it has reached its budget. Budgets
// count work and not time, so that the same formula, seed and number of threads always have the same
// model. The function decide says which outcome is the answer.
package auto

import (
	"context"
	"errors"
	"math/big"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "auto"

// New returns the engine with the budgets of Default. It declines only if all methods decline, for
// example because the formula is too large.
func New() engine.Engine { return With(Default()) }

// With returns the engine with the budgets b, which must not change after that.
func With(b *Budgets) engine.Engine { return auto{b, nil} }

// Keeping returns the engine with the budgets b for a sequence of counts, which share k. The method Count
// then keeps graphs in k, and uses them.
func (b *Budgets) Keeping(k *Kept) engine.Engine { return auto{b, k} }

type auto struct {
	*Budgets
	kept *Kept // nil for a single question
}

// Name returns the name of the engine.
func (auto) Name() string { return Name }

// Solve implements engine.Solver.
func (e auto) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	s := e.scheduler(t)
	o, err := s.run(ctx, s.solving())
	return engine.Answer{Model: o.model, Failed: o.failed}, err
}

// Ask answers a question of a Solver that keeps k. The guards are additional assumptions. They may be
// among the failed assumptions, but the model leaves them out. Ask opens the session of k if it needs it.
// It returns cdcl.ErrLimit if the session finds no answer within about ticks ticks; 0 means no limit. Other
// errors are clause.ErrTooLarge, an error of the proof, and the cause of ctx.
func (b *Budgets) Ask(ctx context.Context, k *Kept, t *engine.Task, guards []dimacs.Lit, ticks int64) (engine.Answer, error) {
	if ticks == 0 {
		ticks = unlimited
	}
	s := &scheduler{Budgets: b, task: t, clauses: int64(t.Formula.NumClauses()), solver: k, guards: guards}
	_, o, err := s.inOrder(ctx, s.asking(ticks), t, false)
	if err == nil && !o.answers() {
		err = s.declined
	}
	return engine.Answer{Model: o.model, Failed: o.failed}, err
}

// Enumerate implements engine.Enumerator.
func (e auto) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	s := e.scheduler(t)
	s.found = found
	_, err := s.run(ctx, s.enumerating())
	return err
}

// Count implements engine.Counter. If e has a Kept, Count may answer by a graph that it keeps, and records
// the cost of a count without a graph. With an error, the number is the models counted so far, or 0. Main
// and the methods beside it do not take turns, because the number does not depend on which method ends
// first.
func (e auto) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	k := e.kept.about(t)
	if k != nil && t.Stats == nil {
		t = t.With(t.Proof)
		t.Stats = &engine.Stats{} // for the function cost
	}
	before := cost(t.Stats)
	s := e.scheduler(t)
	s.kept, s.turns = k, nil
	o, err := s.run(ctx, s.counting(s.count, s.countByCover))
	if k != nil && k.graph == nil {
		k.cost += cost(t.Stats) - before + clauseTicks*s.clauses
	}
	if o.count.M == nil {
		o.count.M = new(big.Int)
	}
	return o.count, err
}

// Sample implements engine.Sampler.
func (e auto) Sample(ctx context.Context, t *engine.Task, k int64, drawn func(*dimacs.Assignment) error) error {
	s := e.scheduler(t)
	s.samples, s.drawn = k, drawn
	_, err := s.run(ctx, s.sampling())
	return err
}

// Split divides a count of cover into subtrees; see cover.Engine.Split. It declines if cover declines, and
// a narrow task, which Count leaves to the engine count. It has no schedule, because no other engine has
// such subtrees.
func (e auto) Split(ctx context.Context, t *engine.Task, n int) (*cover.Split, error) {
	if count.IsNarrow(ctx, t, int(e.Narrow)) {
		return nil, &engine.DeclinedError{Engine: cover.Name, Reason: "it is narrow"}
	}
	return cover.New().Split(ctx, t, n)
}

// Estimate estimates the work of a count with cover. If the task is narrow or cover declines it, Count
// would call the engine count. Then Estimate returns the number of Exact if there is one. Otherwise it
// names count as the Counter of an estimate with cover or, if cover declines, with dpll. The errors are
// those of cover and dpll. Estimate has no schedule, because it calls cover at another place in each case,
// and its result is no outcome.
func (e auto) Estimate(ctx context.Context, t *engine.Task) (*engine.Estimate, error) {
	if !count.IsNarrow(ctx, t, int(e.Narrow)) {
		if x, err := cover.New().Estimate(ctx, t); !engine.IsDeclined(err) {
			return x, err
		}
	}
	if n := e.Exact(ctx, t); n != nil {
		return &engine.Estimate{Engine: count.Name, Exact: n}, nil
	}
	x, err := cover.New().Estimate(ctx, t)
	if engine.IsDeclined(err) {
		x, err = dpll.New().Estimate(ctx, t)
	}
	x.Counter = count.Name
	return x, err
}

// Exact returns the number of models if the engine count finds it within CountWork, and nil otherwise or
// after any other error.
func (b *Budgets) Exact(ctx context.Context, t *engine.Task) *dimacs.Count {
	n, err := (&count.Engine{Limit: b.CountWork}).Count(ctx, t)
	if err != nil {
		return nil
	}
	return &n
}

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
