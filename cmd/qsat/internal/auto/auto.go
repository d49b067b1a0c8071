// Package auto is the engine that chooses. For each kind of question it has a schedule: a list of steps,
// of which each asks one engine or looks for one kind of structure.
//
// A step is due at one of five times. Steps that run alone come first, one after another. Then the first
// steps run, one after another, each on the task that those before it have made simpler. Then main runs
// on the simplest task, with the steps beside it. On one processor they take turns. On several they run
// side by side, and main begins before the end of the first steps if these take long. Main pauses now
// and then for further steps.
//
// Each step has a budget of work, not of time. So the same formula and seed have the same model on
// every computer. An answer that there is no model counts whichever step has it; function decide says
// which model does.
//
// The table shows the budget of each step for a formula of 10,000 clauses, in the units of type Budgets,
// where it is due. Those at a pause are for one after 2^26 ticks.
//
//	ONE MODEL          WHEN    BUDGET    MAY YIELD                 ONLY IF
//	dpll               alone   291072    model, refutation
//	parity             first   302144    refutation, simpler task
//	cardinality        first   302144    refutation
//	symmetric model    first   not due   model                     many clauses
//	broken symmetries  first   none      simpler task
//	cover              first   8192      model, refutation
//	cover              beside  none      model, refutation         cover takes the task
//	cdcl               main    none      model, refutation
//	parity             pause   4194304   refutation                a longer look than the first
//	cardinality        pause   4194304   refutation                a longer look than the first
//	relaxation         pause   524288    refutation                the steps beside have ended
//	symmetric model    pause   33554432  model                     no proof
//	leaders            pause   8388608   simpler task              no proof, once
//	ALL MODELS         WHEN    BUDGET    MAY YIELD                 ONLY IF
//	cover              alone   1048576   all models
//	parity             alone   302144    refutation, simpler task
//	cardinality        alone   302144    refutation
//	cover              beside  none      refutation                cover takes the task
//	leaders            main    8388608   simpler task
//	dpll               main    not due   all models                no symmetry, small tree
//	cdcl               main    none      all models
//	COUNT              WHEN    BUDGET    MAY YIELD                 ONLY IF
//	count              alone   none      all models                narrow, or weights
//	cover              alone   none      all models                no weights
//	parity             alone   302144    refutation, simpler task
//	cardinality        alone   302144    refutation
//	count              main    none      all models
//	dpll               main    none      all models                no weights
//	leaders            beside  8388608   simpler task
//	dpll               beside  not due   all models                no symmetry, small tree
//	cdcl               beside  1000      all models                no weights
//	SAMPLES            WHEN    BUDGET    MAY YIELD                 ONLY IF
//	count              alone   none      all models                narrow, or weights
//	cover              alone   none      all models                no weights
//	parity             alone   302144    refutation, simpler task
//	cardinality        alone   302144    refutation
//	count              main    none      all models
package auto

import (
	"context"
	"math/big"

	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
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

// Solve returns a model, or that there is none.
func (e auto) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	o, err := e.search(t, solving).run(ctx)
	return engine.Answer{Model: o.model, Failed: o.failed}, err
}

// Enumerate calls found with all models.
func (e auto) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	s := e.search(t, enumerating)
	s.found = found
	_, err := s.run(ctx)
	return err
}

// Count returns the number of models. Steps side by side share a single processor, because the
// number does not depend on which one is first.
func (e auto) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	s := e.search(t, counting)
	s.turns = nil
	o, err := s.run(ctx)
	if o.count.M == nil {
		o.count.M = new(big.Int)
	}
	return o.count, err
}

// Sample calls drawn with k models.
func (e auto) Sample(ctx context.Context, t *engine.Task, k int64, drawn func(*dimacs.Assignment, bool) error) error {
	s := e.search(t, sampling)
	s.samples, s.drawn = k, drawn
	_, err := s.run(ctx)
	return err
}

// Split splits a count that Count leaves to cover. It declines all others.
func (e auto) Split(ctx context.Context, t *engine.Task, n int) (*cover.Split, error) {
	if count.IsNarrow(ctx, t, int(e.Narrow)) {
		return nil, &engine.DeclinedError{Engine: cover.Name, Reason: "it is narrow"}
	}
	return cover.New().Split(ctx, t, n)
}

// Estimate lets cover estimate what it would take, or if it declines, dpll. It says where Count
// asks count before these.
func (e auto) Estimate(ctx context.Context, t *engine.Task) (*engine.Estimate, error) {
	x, err := cover.New().Estimate(ctx, t)
	declined := engine.IsDeclined(err)
	if declined {
		x, err = dpll.New().Estimate(ctx, t)
	}
	if declined || count.IsNarrow(ctx, t, int(e.Narrow)) {
		x.Counter = count.Name
	}
	return x, err
}
