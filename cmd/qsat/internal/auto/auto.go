// Package auto is the engine that chooses the other engines. A schedule lists the steps for
// one kind of question. A step runs one engine, or searches for one kind of structure in
// the clauses.
//
// The steps run in this order:
//
//   - The start steps run one after another. Some of them simplify the task for the steps after them.
//   - The main step runs on the simplest task. It has no limit. It pauses from time to time, and the
//     pause steps run.
//   - The steps beside main run at the same time as main. On one processor they and main take turns.
//     Cover gives up beside main if it makes no progress within Budgets.TrialWords, and main may then
//     use its processor.
//
// A step ends with an outcome, or it declines, for example because it has reached its budget. Budgets
// count work and not time, so that the same formula, seed and number of threads always have the same
// model. The function decide says which outcome is the answer.
//
// The table shows the budgets for a formula of 10,000 clauses. A pause step has the budget
// after 2^26 ticks of main. The type Budgets gives the units of the numbers.
//
// A step is "not due" if its budget is 0, because its condition does not hold in this example.
// A formula is "narrow" if it has a tree decomposition of at most the width Budgets.Narrow.
// A "large formula" has at least Budgets.QuickClauses clauses, and "many clauses" are at least
// Budgets.SymmetryClauses. "Cover takes the task" unless an earlier
// run of cover declined the task for a reason other than its limit. "No symmetry" means that
// cover has declined the task, and no leaders of orbits are known. A tree is "small" if it has
// at most Budgets.DPLLNodes nodes, by an estimate.
//
//	ONE MODEL          WHEN    BUDGET    MAY YIELD                 ONLY IF
//	dpll               start   291072    model, refutation
//	parity             start   151072    refutation, simpler task
//	cardinality        start   151072    refutation
//	cdcl               start   200000    model, refutation         large formula
//	symmetric-model    start   not due   model                     many clauses
//	broken-symmetries  start   no limit  simpler task
//	cover              start   8192      model, refutation
//	cdcl               main    no limit  model, refutation
//	cover              beside  no limit  model, refutation         cover takes the task
//	parity             pause   4194304   refutation                twice the first budget
//	cardinality        pause   4194304   refutation                twice the first budget
//	relaxation         pause   524288    refutation                the steps beside have ended
//	symmetric-model    pause   33554432  model                     no proof
//	leaders            pause   8388608   simpler task              no proof, once
//	ALL MODELS         WHEN    BUDGET    MAY YIELD                 ONLY IF
//	cover              start   1048576   all models
//	parity             start   151072    refutation, simpler task
//	cardinality        start   151072    refutation
//	leaders            main    8388608   simpler task
//	dpll               main    not due   all models                no symmetry, small tree
//	cdcl               main    no limit  all models
//	cover              beside  no limit  refutation                cover takes the task
//	COUNT              WHEN    BUDGET    MAY YIELD                 ONLY IF
//	count              start   no limit  all models                narrow, or weights
//	cover              start   no limit  all models                no weights
//	parity             start   151072    refutation, simpler task
//	cardinality        start   151072    refutation
//	count              main    no limit  all models
//	dpll               main    no limit  all models                no weights
//	leaders            beside  8388608   simpler task
//	cdcl               beside  1000      all models                no weights
//	SAMPLES            WHEN    BUDGET    MAY YIELD                 ONLY IF
//	count              start   no limit  all models                narrow, or weights
//	cover              start   no limit  all models                no weights
//	parity             start   151072    refutation, simpler task
//	cardinality        start   151072    refutation
//	count              main    no limit  all models
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

// New returns the engine with the budgets of Default. It accepts every formula.
func New() engine.Engine { return With(Default()) }

// With returns the engine with other budgets, which must not change after that.
func With(b *Budgets) engine.Engine { return auto{b} }

type auto struct{ *Budgets }

// Name returns the name of the engine.
func (auto) Name() string { return Name }

// Solve finds a model or refutes the task.
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

// Count returns the number of models, and with an error the number counted so far. It does
// not need turns, because the number does not depend on which step ends first.
func (e auto) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	s := e.search(t, counting)
	s.turns = nil
	o, err := s.run(ctx)
	if o.count.M == nil {
		o.count.M = new(big.Int)
	}
	return o.count, err
}

// Sample calls drawn with k models, as engine.Sampler describes.
func (e auto) Sample(ctx context.Context, t *engine.Task, k int64, drawn func(*dimacs.Assignment, bool) error) error {
	s := e.search(t, sampling)
	s.samples, s.drawn = k, drawn
	_, err := s.run(ctx)
	return err
}

// Split divides a count into at least n subtrees if Count would leave the count to cover. It
// declines all other tasks.
func (e auto) Split(ctx context.Context, t *engine.Task, n int) (*cover.Split, error) {
	if count.IsNarrow(ctx, t, int(e.Narrow)) {
		return nil, &engine.DeclinedError{Engine: cover.Name, Reason: "it is narrow"}
	}
	return cover.New().Split(ctx, t, n)
}

// Estimate estimates the work of a count with cover, or with dpll if cover declines. If Count would ask
// the engine count, the estimate names that engine.
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
