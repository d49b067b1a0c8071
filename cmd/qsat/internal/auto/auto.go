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

const (
	// dpllSteps and dpllStepsPerClause bound the first try: a few times what
	// it took to read the formula.
	dpllSteps          = 1 << 17
	dpllStepsPerClause = 16
	// coverWork bounds the second try in each of a hundred parts of its tree,
	// a few milliseconds for all of them; see cover.Engine.
	coverWork = 1 << 13
	// symmetryTicks is after how many ticks of cdcl symmetric models are looked for, a
	// quarter of a second. It does so with half as much work as ticks, a thirtieth of
	// the time, and again after four times as many, and so on.
	symmetryTicks = 1 << 22
	// leaderTicks is after how many ticks of cdcl for each clause orbits are looked for, as that
	// takes a twentieth of the time then.
	leaderTicks = 512
	// symmetryClauses is from how many clauses on they are looked for before, as cdcl
	// would take longer than that.
	symmetryClauses = 80_000
	// countingWork and countingWorkPerClause bound the first look for what counting refutes,
	// some milliseconds. cdcl gives way to others after as many ticks as for symmetries, for
	// work of a countingShare of all ticks so far.
	countingWork          = 1 << 18
	countingWorkPerClause = 4
	countingShare         = 16
	// stepWork is twice the work of a step of dpll.
	stepWork = 32
	// tryTicks bounds the search of cdcl for a model of a formula that a symmetry makes
	// small, and tryWork and tryWorkPerClause are the work of that; see symmetry.Solver.
	tryTicks         = 1 << 16
	tryWork          = 1 << 22
	tryWorkPerClause = 1 << 10
)

// raceClauses is from how many clauses on cdcl begins at the same time as the look for structure
// and the second try. Below, that is a millisecond or two. Tests make it smaller.
var raceClauses = 2000

// coverWorkAlone bounds it where cover cannot go on next to another engine, as it has no
// model to enumerate: half a second. Tests make it smaller.
var coverWorkAlone uint64 = 1 << 20

// New returns the engine. It takes every formula.
func New() engine.Engine { return auto{} }

type auto struct{}

// Name returns the name of the engine.
func (auto) Name() string { return Name }

func (auto) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	a, err := tryDPLL(ctx, t)
	if !engine.IsDeclined(err) {
		return a, err
	}
	if _, err := t.Clauses(ctx); err != nil { // for all of them
		return engine.Answer{}, err
	}
	s := &structure{task: t, found: make(chan struct{})}
	if t.Proof == nil && t.Threads > 1 && t.Formula.NumClauses() > raceClauses {
		return learnBeside(ctx, s)
	}
	s.find(ctx)
	switch {
	case s.known || s.err != nil:
		return s.Answer, s.err
	case t.Proof != nil && t.Threads == 1:
		return alternate(ctx, s.task)
	}
	return race(ctx, s.task, s, nil)
}

// tryCounting lets counting refute a task for a while. If it does not, it returns the task with
// what follows modulo 2.
func tryCounting(ctx context.Context, t *engine.Task) (u *engine.Task, refuted bool, err error) {
	u, refuted, err = parity.Simplify(ctx, t, firstWork(t))
	if !refuted && err == nil {
		if refuted, err = cardinality.Refute(ctx, u, firstWork(u)); err == cardinality.ErrTooLong {
			err = nil
		}
	}
	return u, refuted, err
}

// firstWork bounds the first look for what counting refutes.
func firstWork(t *engine.Task) int {
	return countingWork + countingWorkPerClause*t.Formula.NumClauses()
}

// A recount is the looks for what counting refutes in one search.
type recount struct {
	tooLong bool // a proof by cardinalities is known to be
}

// refute lets counting, modulo 2 or not, refute a task after so many ticks of cdcl, if that is for
// much longer than it was at first. It writes a proof.
func (r *recount) refute(ctx context.Context, t *engine.Task, ticks int64) (refuted bool, err error) {
	work := int(min(ticks/countingShare, 1<<30))
	if work < 2*firstWork(t) {
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

// try lets dpll search with so much work, and then cdcl for a while if there is enough.
func try(ctx context.Context, t *engine.Task, work int) (a *dimacs.Assignment, done int, err error) {
	search := &dpll.Engine{Limit: int64(work/stepWork + dpllStepsPerClause*t.Formula.NumClauses()), Structured: true}
	answer, err := search.Solve(ctx, t)
	done = int(search.Steps) * stepWork
	learning := tryWork + tryWorkPerClause*t.Formula.NumClauses()
	if !engine.IsDeclined(err) || done+learning > work {
		return answer.Model, done, err
	}
	answer, err = cdcl.Limited(tryTicks).Solve(ctx, t)
	return answer.Model, done + learning, err
}

// tryDPLL lets dpll search for a while.
func tryDPLL(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	limit := dpllSteps + dpllStepsPerClause*int64(t.Formula.NumClauses())
	return (&dpll.Engine{Limit: limit, Structured: true}).Solve(ctx, t)
}

func (auto) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	err := (&cover.Engine{Limit: coverWorkAlone}).Enumerate(ctx, t, found)
	if engine.IsDeclined(err) {
		u, refuted, err := tryCounting(ctx, t)
		if refuted || err != nil {
			return err
		}
		t = u
	}
	switch {
	case errors.Is(err, cover.ErrLimit):
		return enumerateNext(ctx, t, found)
	case !engine.IsDeclined(err):
		return err
	}
	o, small, err := orbits(ctx, t)
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
func orbits(ctx context.Context, t *engine.Task) (o *orbit.Orbits, small bool, err error) {
	if o, err = orbit.Find(ctx, t, orbit.Work); o == nil && err == nil {
		small, err = isSmall(ctx, t)
	}
	return o, small, err
}

// isSmall reports whether the tree of dpll is likely to be small, by walks down it, and the
// formula has the choices that its decisions are made for.
func isSmall(ctx context.Context, t *engine.Task) (bool, error) {
	x, err := (&dpll.Engine{Limit: walkSteps, Structured: true, Threshold: dpllNodes}).Estimate(ctx, t)
	if err != nil && !engine.IsDeclined(err) {
		return false, err
	}
	if x.Walks < fewWalks {
		return x.Model != nil, nil
	}
	return x.Nodes.Value().Cmp(big.NewFloat(dpllNodes)) <= 0, nil
}

const (
	// walkSteps bounds the walks that estimate the tree of dpll, a fortieth of a second.
	walkSteps = 1 << 22
	// dpllNodes is up to which size of the tree dpll enumerates, some seconds: of a larger one
	// learning cuts off more.
	dpllNodes = 1 << 20
	// fewWalks is how many walks say nothing about the size. That they are so long and meet a
	// model all the same speaks for dpll.
	fewWalks = 25
)
