// Package cdcl is the engine that learns from conflicts: conflict-driven clause
// learning on the clauses of package clause, with those of package simplify made
// simpler before and between stretches of search. It owns the order of decisions, the
// phases of variables, the learned clauses that are worth keeping, and the schedule of
// all that; the clauses and the trail are those of a clause.Database, and what
// elimination does to variables is known to its simplify.Simplifier.
//
// Search alternates between focused mode, which restarts often and decides on what
// was met last (queue), and stable mode, which restarts rarely, scores variables
// (heap) and follows target phases. A clause learned from a conflict is minimized; most
// are dropped again (reduce). Phases are chosen anew from time to time, also by a local
// search (walk). Clauses are shortened by vivification.
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

	"queens/cmd/qsat/internal/engine"
)

// Name is the name of the engine.
const Name = "cdcl"

// An Engine is the engine.
type Engine struct {
	options options
	limit   int64 // of ticks; 0: none
}

// New returns the engine. It takes every formula that memory holds, but does
// not count.
func New() *Engine { return &Engine{options: defaults} }

// Name returns the name of the engine.
func (*Engine) Name() string { return Name }

// Limited returns the engine with a bound on the ticks of Solve, which then returns
// ErrLimit.
func Limited(ticks int64) *Engine { return &Engine{defaults, ticks} }

// Few returns the engine whose Models returns ErrLimit once it has found more models than so
// many, and than there were conflicts.
func Few(models int64) *Engine {
	o := defaults
	o.fewModels = models
	return &Engine{options: o}
}

// Solve returns a model, or nil if there is none.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	s, err := newSession(t, nil, e.options)
	if err != nil {
		return engine.Answer{}, err
	}
	defer s.Close()
	return s.answer(ctx, t.Assume, e.limit)
}

// Session returns a session about the formula of a task.
func (e *Engine) Session(t *engine.Task) (engine.Session, error) {
	return newSession(t, nil, e.options)
}
