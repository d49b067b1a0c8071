// Package auto is the engine that chooses: it lets the engines that live on
// structure try first or next to the conflict-driven engine, on budgets counted
// in nodes and steps. What it finds depends on the formula and the seed alone,
// not on the time that anything took. It owns no data but the budgets.
package auto

import (
	"context"
	"errors"
	"math/big"

	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/orbit"
	"queens/cmd/qsat/internal/parity"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "auto"

// New returns the engine with the budgets of Default. It takes every formula.
func New() engine.Engine { return With(Default()) }

// With returns the engine with other budgets, which must not change after that.
func With(b *Budgets) engine.Engine { return auto{b} }

type auto struct{ *Budgets }

// Name returns the name of the engine.
func (auto) Name() string { return Name }

func (e auto) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	a, err := e.tryDPLL(ctx, t)
	if !engine.IsDeclined(err) {
		return a, err
	}
	if _, err := t.Clauses(); err != nil { // for all of them
		return engine.Answer{}, err
	}
	s := e.newStructure(t)
	if t.Proof == nil && t.Threads > 1 && int64(t.Formula.NumClauses()) > e.RaceClauses {
		return e.learnBeside(ctx, s)
	}
	s.find(ctx)
	switch {
	case s.known || s.err != nil:
		return s.Answer, s.err
	case t.Proof != nil && t.Threads == 1:
		return e.alternate(ctx, s.task)
	}
	return e.race(ctx, s.task, s, nil)
}

// tryCounting lets counting refute a task for a while. If it does not, it returns the task with
// what follows modulo 2.
func (b *Budgets) tryCounting(ctx context.Context, t *engine.Task) (u *engine.Task, refuted bool, err error) {
	u, refuted, err = parity.Simplify(ctx, t, b.firstWork(t))
	if !refuted && err == nil {
		if refuted, err = cardinality.Refute(ctx, u, b.firstWork(u)); err == cardinality.ErrTooLong {
			err = nil
		}
	}
	return u, refuted, err
}

// firstWork bounds the first look for what counting refutes.
func (b *Budgets) firstWork(t *engine.Task) int {
	return int(b.CountingWork) + int(b.CountingWorkPerClause)*t.Formula.NumClauses()
}

// A recount is the looks for what counting refutes in one search.
type recount struct {
	*Budgets
	tooLong bool // a proof by cardinalities is known to be
}

// refute lets counting, modulo 2 or not, refute a task after so many ticks of cdcl, if that is for
// much longer than it was at first. It writes a proof.
func (r *recount) refute(ctx context.Context, t *engine.Task, ticks int64) (refuted bool, err error) {
	work := int(min(ticks/r.CountingShare, 1<<30))
	if work < 2*r.firstWork(t) {
		return false, nil
	}
	if refuted, err = parity.Refute(ctx, t, work); refuted || err != nil || r.tooLong {
		return refuted, err
	}
	refuted, err = cardinality.Refute(ctx, t, work)
	if r.tooLong = err == cardinality.ErrTooLong; r.tooLong {
		err = nil
	}
	return refuted, err
}

// stepWork is twice the work of a step of dpll.
const stepWork = 32

// try lets dpll search with so much work, and then cdcl for a while if there is enough.
func (b *Budgets) try(ctx context.Context, t *engine.Task, work int) (a *dimacs.Assignment, done int, err error) {
	search := &dpll.Engine{Limit: int64(work/stepWork) + b.DPLLStepsPerClause*int64(t.Formula.NumClauses()), Structured: true}
	answer, err := search.Solve(ctx, t)
	done = int(search.Steps) * stepWork
	learning := int(b.TryWork) + int(b.TryWorkPerClause)*t.Formula.NumClauses()
	if !engine.IsDeclined(err) || done+learning > work {
		return answer.Model, done, err
	}
	answer, err = cdcl.Limited(b.TryTicks).Solve(ctx, t)
	return answer.Model, done + learning, err
}

// tryDPLL lets dpll search for a while.
func (b *Budgets) tryDPLL(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	limit := b.DPLLSteps + b.DPLLStepsPerClause*int64(t.Formula.NumClauses())
	return (&dpll.Engine{Limit: limit, Structured: true}).Solve(ctx, t)
}

func (e auto) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	err := (&cover.Engine{Limit: uint64(e.CoverWorkAlone)}).Enumerate(ctx, t, found)
	if engine.IsDeclined(err) {
		u, refuted, err := e.tryCounting(ctx, t)
		if refuted || err != nil {
			return err
		}
		t = u
	}
	switch {
	case errors.Is(err, cover.ErrLimit):
		return e.enumerateNext(ctx, t, found)
	case !engine.IsDeclined(err):
		return err
	}
	o, small, err := e.orbits(ctx, t)
	switch {
	case err != nil:
		return err
	case small:
		return dpll.New().Enumerate(ctx, t, found)
	}
	return o.Models(cdcl.New().Models).Enumerate(ctx, t, found)
}

// orbits returns the orbits of a task for cdcl, nil if there are no symmetries. If so, it
// reports whether it is for dpll.
func (b *Budgets) orbits(ctx context.Context, t *engine.Task) (o *orbit.Orbits, small bool, err error) {
	if o, err = orbit.Find(ctx, t, int(b.OrbitWork)); o == nil && err == nil {
		small, err = b.isSmall(ctx, t)
	}
	return o, small, err
}

// isSmall reports whether the tree of dpll is likely to be small, by walks down it, and the
// formula has the choices that its decisions are made for.
func (b *Budgets) isSmall(ctx context.Context, t *engine.Task) (bool, error) {
	x, err := (&dpll.Engine{Limit: b.WalkSteps, Structured: true, Threshold: float64(b.DPLLNodes)}).Estimate(ctx, t)
	if err != nil && !engine.IsDeclined(err) {
		return false, err
	}
	if int64(x.Walks) < b.FewWalks {
		return x.Model != nil, nil
	}
	return x.Nodes.Value().Cmp(big.NewFloat(float64(b.DPLLNodes))) <= 0, nil
}
