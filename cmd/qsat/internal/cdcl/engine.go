// Package cdcl is the engine for conflict-driven clause learning. It searches on the
// clauses of a clause.Database, which package simplify simplifies before and between
// stretches of search. The package owns the order of decisions, the phases of variables,
// the choice of learned clauses to keep, and the schedule. The clause.Database owns
// clauses and trail, and the simplify.Simplifier knows the eliminated variables.
//
// Search alternates between two modes. Focused mode restarts often and decides on the
// variable that a conflict involved last (queue). Stable mode restarts rarely, decides on
// the variable of the highest score (scores), and follows target phases. A conflict yields
// a learned clause, which is minimized; most learned clauses are dropped later (reduce).
// Clauses become shorter when the analysis of a conflict meets them
// (clause.Database.Strengthen), and by vivification. Phases are chosen anew from time to
// time, partly by local search (walk). For formulas that choose values
// (csp.IsDirect), the search stays in stable mode, and from the first
// inprocessing on also shrinks the learned clauses (clause.Analysis.Shrinks).
//
// All budgets are numbers of conflicts or of ticks, the cache lines that propagation
// reads. So a search takes the same course in every run, also several searches in parallel
// (portfolio).
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

// An Engine is the engine cdcl. New, Limited and Few make one.
type Engine struct {
	options options
	limit   int64 // largest number of ticks of Solve; 0 means no limit
}

// New returns an engine without limits. It takes every formula that clause.Load accepts. It
// simplifies a formula only after a short search; see delay. It does not count.
func New() *Engine {
	o := defaults
	o.delay = delay
	return &Engine{options: o}
}

// Name returns the name of the engine.
func (*Engine) Name() string { return Name }

// Limited returns an engine whose Solve returns ErrLimit after about the given number of ticks; 0
// means no limit. Unlike New, it simplifies before the search.
func Limited(ticks int64) *Engine { return &Engine{defaults, ticks} }

// Few returns an engine whose Models returns ErrLimit once it has found more than models models and
// more models than there were conflicts. A models of 0 means no limit. It simplifies before the
// search.
func Few(models int64) *Engine {
	o := defaults
	o.fewModels = models
	return &Engine{options: o}
}

// Solve returns a model of the formula under the assumptions of t. If there is no model,
// Answer.Model is nil, and Answer.Failed lists assumptions that cannot all be true; it is empty if
// Solve knows that the formula has no model without assumptions. Solve returns ErrLimit at the
// limit of the engine, clause.ErrTooLarge, an error of the proof, or the cause of ctx.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	s, err := newSession(t, nil, e.options)
	if err != nil {
		return engine.Answer{}, err
	}
	defer s.Close()
	return s.Answer(ctx, t.Assume, e.limit)
}

// Session returns a session on the formula of t, which the caller must close. As with NewSession,
// later calls may assume only literals of t.Assume, and the only error is clause.ErrTooLarge.
func (e *Engine) Session(t *engine.Task) (*Session, error) { return newSession(t, nil, e.options) }
