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
	"cmp"
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
	s, err := newSession(ctx, t, nil, e.options)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	failed, unsat, err := s.Refute(ctx, t.Assume, 0)
	if err != nil {
		return nil, err
	}
	if !unsat {
		a := &dimacs.Assignment{}
		s.model(a)
		return a, nil
	}
	if t.Failed = s.FailedOrNone(ctx, failed); !s.Unsat {
		s.ProveAdd()
	}
	return nil, s.Err
}

// Enumerate finds models one by one and excludes each by a clause on the variables
// of the projection.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return e.each(ctx, t, func(a *dimacs.Assignment, first []int, _ int) error { return engine.Expand(ctx, a, first, found) })
}

// Models calls found for the models that Enumerate finds, but only once for all
// that differ in nothing but unconstrained variables of the projection, of which
// it also gives the number.
func (e *Engine) Models(ctx context.Context, t *engine.Task, found func(a *dimacs.Assignment, unconstrained int) error) error {
	return e.each(ctx, t, func(a *dimacs.Assignment, _ []int, n int) error { return found(a, n) })
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
// of the projection, and with what engine.Task.Unconstrained returns of the others.
func (e *Engine) each(ctx context.Context, t *engine.Task, found func(a *dimacs.Assignment, first []int, unconstrained int) error) error {
	s, err := newSession(ctx, t, t.Assume, e.options)
	if err != nil {
		return err
	}
	defer s.Close()
	constrained, number := s.Constrained()
	var projected, lits []clause.Lit
	for v := 1; v <= s.Vars; v++ {
		if constrained[v] && t.IsProjected(int(s.Names[v])) {
			s.simplifier.Freeze(uint32(v))
			projected = append(projected, clause.Positive(v))
		}
	}
	first, unconstrained := []int(nil), -1 // until there is a model
	a := &dimacs.Assignment{}
	for {
		if found, err := s.search(ctx); !found {
			return cmp.Or(err, s.Err)
		}
		if unconstrained < 0 {
			first, unconstrained = t.Unconstrained(ctx, func(name int) bool { return constrained[s.Var(name)] }, number)
		}
		s.model(a)
		lits = lits[:0]
		for _, l := range projected {
			if l = s.simplifier.Representative(l); s.Values[l] < 0 {
				l ^= 1
			}
			lits = append(lits, l)
		}
		if err := found(a, first, unconstrained); err != nil {
			return err
		}
		if !s.exclude(lits) {
			return nil
		}
	}
}
