// Package cdcl is the engine that learns from conflicts: conflict-driven clause
// learning on the clauses of package clause, with those of package simplify made
// simpler before and between stretches of search. It owns the order of decisions, the
// phases of variables, the learned clauses that are worth keeping, and the schedule of
// all that; the clauses and the trail are those of a clause.Database, and what
// elimination does to variables is known to its simplify.Simplifier.
//
// Search alternates between focused mode, which restarts often and decides on what
// was met last (queue), and stable mode, which restarts rarely, scores variables
// (heap) and follows target phases. A clause learned from a conflict is minimized and
// shrunk level by level; most are dropped again (reduce). Phases are chosen anew from
// time to time, also by a local search (walk). Clauses are shortened by vivification.
//
// All budgets are counted in conflicts, or in ticks, the cache lines that propagation
// reads: a search takes the same course in every run. A second search beside it
// (portfolio) may refute the formula first, but never finds its model.
//
// Sources: J. P. Marques-Silva, I. Lynce and S. Malik, "Conflict-Driven Clause Learning
// SAT Solvers", Handbook of Satisfiability, 2021; A. Biere, K. Fazekas, M. Fleury and
// M. Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling Entering the
// SAT Competition 2020", for the schedule; others where they are used.
package cdcl

import (
	"context"
	"math/big"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "cdcl"

// An Engine is the engine.
type Engine struct{ options options }

// New returns the engine. It takes every formula that memory holds, but does
// not count.
func New() *Engine { return &Engine{options: defaults} }

// Solve returns a model, or nil if there is none.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	s, err := newSession(ctx, t, e.options)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	failed, unsat, err := s.Refute(ctx, t.Assume, 0)
	switch {
	case err != nil:
		return nil, err
	case unsat:
		t.Failed = s.FailedOrNone(ctx, failed)
		return nil, s.refuted()
	}
	a := &dimacs.Assignment{}
	s.model(a)
	return a, nil
}

// Enumerate finds models one by one and excludes each by a clause on the variables
// of the projection.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return e.each(ctx, t, func(q *query, a *dimacs.Assignment) error {
		free, _ := q.unconstrained(ctx)
		return engine.Expand(ctx, a, free, found)
	})
}

// Models calls found for the models that Enumerate finds, but only once for all
// that differ in nothing but unconstrained variables of the projection, of which
// it also gives the number.
func (e *Engine) Models(ctx context.Context, t *engine.Task, found func(a *dimacs.Assignment, unconstrained int) error) error {
	return e.each(ctx, t, func(q *query, a *dimacs.Assignment) error {
		_, n := q.unconstrained(ctx)
		return found(a, n)
	})
}

// Count declines: to count models by excluding each is no way to count.
func (e *Engine) Count(ctx context.Context, _ *engine.Task) (engine.Count, error) {
	n := engine.Count{M: new(big.Int)}
	if ctx.Err() != nil {
		return n, context.Cause(ctx)
	}
	return n, &engine.DeclinedError{Engine: Name, Reason: "it finds models one by one and does not count"}
}

// each calls found with models of which no two agree on the constrained variables
// of the projection.
func (e *Engine) each(ctx context.Context, t *engine.Task, found func(*query, *dimacs.Assignment) error) error {
	q, err := newQuery(ctx, t, t.Assume, e.options)
	if err != nil {
		return err
	}
	defer q.done()
	projected := q.projected()
	for _, v := range projected {
		q.simplifier.Freeze(v)
	}
	a := &dimacs.Assignment{}
	var lits []clause.Lit
	for {
		switch q.search(ctx) {
		case Unknown:
			return q.stop
		case Unsatisfiable:
			return q.Err
		}
		q.model(a)
		lits = lits[:0]
		for _, v := range projected {
			l := q.simplifier.Representative(clause.Positive(int(v)))
			if q.Values[l] < 0 {
				l ^= 1
			}
			lits = append(lits, l)
		}
		if err := found(q, a); err != nil {
			return err
		}
		if !q.exclude(lits) {
			return nil
		}
	}
}

// A query is a task and the solver that answers it.
type query struct {
	*Solver
	task        *engine.Task
	meter       *engine.Meter
	constrained []bool // by variable
	number      int    // of those
	first       []int  // unconstrained variables of the projection
	values      []int8 // of the model, by literal
	free        int    // number of those, -1 if it is not known yet
}

// newQuery returns a query with a solver of the formula and some units.
func newQuery(ctx context.Context, t *engine.Task, units []dimacs.Lit, o options) (*query, error) {
	q := &query{task: t, meter: t.Meter(Name), free: -1}
	d, err := t.Load(ctx, units)
	if err != nil {
		q.meter.Done(engine.Counts{})
		return nil, err
	}
	d.SetProof(t.Proof)
	q.Solver = newSolver(d, t.Seed, o)
	q.progress = t.Progress
	q.meter.Built()
	return q, nil
}

// done keeps what the search has cost.
func (q *query) done() {
	if q.meter.IsWanted() {
		q.switchPhase(q.times.now)
		q.meter.Done(q.counts(), q.times.phases...)
	}
}

// model makes a the model that was found.
func (q *query) model(a *dimacs.Assignment) {
	for _, l := range q.task.Assume {
		a.SetLit(l)
	}
	q.values = append(q.values[:0], q.Values...)
	q.simplifier.Extend(q.values)
	for v := q.Vars; v > 0; v-- { // the largest first, so that a grows once
		a.Set(int(q.Names[v]), q.values[2*v] > 0)
	}
}

// projected returns the constrained variables of the projection, which it finds
// out about before the search.
func (q *query) projected() []uint32 {
	q.constrained, q.number = q.Constrained()
	var list []uint32
	for v := 1; v <= q.Vars; v++ {
		if q.constrained[v] && q.task.IsProjected(int(q.Names[v])) {
			list = append(list, uint32(v))
		}
	}
	return list
}

// unconstrained returns what engine.Task.Unconstrained does.
func (q *query) unconstrained(ctx context.Context) (first []int, n int) {
	if q.free < 0 {
		q.first, q.free = q.task.Unconstrained(ctx, func(name int) bool { return q.constrained[q.Var(name)] }, q.number)
	}
	return q.first, q.free
}

// refuted completes the proof of a formula and assumptions without a model, and
// returns its error.
func (q *query) refuted() error {
	if !q.Unsat {
		q.ProveAdd()
	}
	return q.Err
}
