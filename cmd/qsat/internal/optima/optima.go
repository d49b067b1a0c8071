// Package optima finds an optimum of a WCNF: a model of the hard clauses with the least cost. The
// cost of a model is the sum of the weights of the soft clauses that it violates.
//
// Three methods approach the optimum from both sides, and each uses the result of the other:
//
//   - Cores raise the lower bound (type coreFinder). A core is a set of soft clauses that no model of
//     the hard clauses satisfies together. For each core, a totalizer of its violated clauses is
//     added, and later cores contain outputs of these totalizers.
//   - Improvement lowers the upper bound (Minimize). The engine of the caller searches for a model
//     that costs less than the best model. Its task is an ordinary formula; see Bounded. If
//     this formula has no model, the best model is an optimum. The engine may use arguments by
//     symmetry and by counting.
//   - If there are linear constraints, a descent replaces the engine (type descent). A short descent also comes
//     before the search for cores.
//
// Cores and the other method take turns on one thread. The length of a turn depends on the work and not on the
// clock, so that every run finds the same optimum of a formula.
//
// Every model is checked against the hard clauses by package engine, and its cost is computed
// from the soft clauses as read.
package optima

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Result is the state of a minimisation. It is the answer once Status is Unsatisfiable, or
// once Status is Satisfiable and Bound is equal to Cost.
type Result struct {
	// Status is Satisfiable if there is a model, Unsatisfiable if the hard clauses have no model under
	// the assumptions, and Unknown otherwise.
	Status dimacs.Status
	Model  *dimacs.Assignment // the best model found, or nil
	Cost   int64              // the cost of Model; 0 without a model
	Bound  int64              // a lower bound of the cost of every model
}

// descentTicks is the number of ticks of the descent before the search for cores.
const descentTicks = 1 << 20

// firstTicks is the number of ticks of cores before the first improvement.
const firstTicks = 1 << 23

// A turn of cores during an improvement takes turnTicks ticks or, if that is more, 1/turnShare of the
// ticks of its earlier turns in this improvement. Then the engine takes the same number of ticks.
const (
	turnTicks = 1 << 21
	turnShare = 8
)

// errBetter cancels an improvement because the turn of cores found a better model or the optimum, or
// because it failed.
var errBetter = errors.New("there is a better model")

// Minimize finds a model of t.Formula with the least cost. Formula.Soft may be empty, but not nil.
// The assumptions of t must be true in the model. Minimize ignores t.Proof. The engine e, which must
// be a Solver, searches for better models. Minimize calls improved with every better model and
// every higher bound. It returns errors of engine.Solve and of cdcl, the cause of ctx, an error of
// engine.Check for a wrong model, or an *engine.DeclinedError if the formula is too large for both methods.
// With an error, the Result holds the best model and bound so far.
func Minimize(ctx context.Context, e engine.Engine, t *engine.Task, improved func(Result)) (Result, error) {
	m := newMinimizer(e, t, improved)
	defer m.dropCores()
	err := cmp.Or(m.run(ctx), m.complete(ctx))
	return m.Result, err
}

// A minimizer is the state of Minimize.
type minimizer struct {
	Result
	task      *engine.Task
	engine    engine.Engine
	improved  func(Result)
	objective *objective
	cores     *coreFinder // nil after dropCores
	descent   *descent    // nil if no descent is needed, and if openDescent declines
}

// newMinimizer returns a minimizer whose coreFinder has no session. The finder takes over the weights of
// the objective, and its level is the largest of them, or 0.
func newMinimizer(e engine.Engine, t *engine.Task, improved func(Result)) *minimizer {
	o := newObjective(t.Formula)
	m := &minimizer{task: t, engine: e, improved: improved, objective: o}
	m.cores = &coreFinder{minimizer: m, vars: o.vars, penalties: slices.Clone(o.lits), weights: o.weights, outputs: map[dimacs.Lit]output{}}
	for _, w := range o.weights {
		m.cores.level = max(m.cores.level, w)
	}
	return m
}

// run does the work of Minimize.
func (m *minimizer) run(ctx context.Context) error {
	if len(m.task.Formula.Linear) > 0 {
		err := m.openDescent()
		if err == nil {
			defer m.descent.Close()
			err = m.descend(ctx, descentTicks)
		}
		if err != nil && !engine.IsDeclined(err) || m.Status == dimacs.Unsatisfiable || m.Model != nil && m.done() {
			return err
		}
	}
	if err := m.firstModel(ctx); err != nil || m.Status == dimacs.Unsatisfiable {
		return err
	}
	m.raise(m.objective.constant)
	if m.done() {
		return nil
	}
	if err := m.turn(ctx, firstTicks); err != nil {
		return err
	}
	for !m.done() {
		if err := m.improve(ctx); err != nil {
			return err
		}
	}
	return nil
}

// firstModel finds a first model, which it adopts, or sets the status Unsatisfiable. If m.cores is not nil,
// it first searches in their session, with a limit, because that search prefers to satisfy the soft clauses.
// It calls the engine if m.cores is nil, if that search reaches the limit, or if it declines; in the last
// case it drops m.cores. It returns the errors of begin, except that it declines, and of engine.Solve.
func (m *minimizer) firstModel(ctx context.Context) error {
	if m.cores != nil {
		unsat, err := m.cores.begin(ctx)
		switch {
		case engine.IsDeclined(err):
			m.dropCores()
		case err != nil:
			return err
		case unsat:
			m.Status = dimacs.Unsatisfiable
		}
		if unsat || m.Model != nil {
			return nil
		}
	}
	a, err := engine.Solve(ctx, m.engine, m.task.About(m.task.Formula.Hard()))
	switch {
	case err != nil:
		return err
	case a.Model == nil:
		m.Status = dimacs.Unsatisfiable
	default:
		m.adopt(a.Model)
	}
	return nil
}

// dropCores closes the session of m.cores, if there is one, and sets m.cores to nil.
func (m *minimizer) dropCores() {
	if m.cores != nil && m.cores.session != nil {
		m.cores.session.Close()
	}
	m.cores = nil
}

// done reports whether the best model is an optimum. There must be a model.
func (m *minimizer) done() bool { return m.Bound >= m.Cost }

// adopt makes a the best model, and calls m.improved, if there is no model yet or if a costs less. The
// model must satisfy the hard clauses and the assumptions.
func (m *minimizer) adopt(a *dimacs.Assignment) {
	if cost := m.task.Formula.Cost(a); m.Model == nil || cost < m.Cost {
		m.Status, m.Model, m.Cost = dimacs.Satisfiable, a, cost
		m.improved(m.Result)
	}
}

// raise raises m.Bound to bound, or to m.Cost if that is less, and calls m.improved. It does nothing if
// m.Bound is not less. There must be a best model.
func (m *minimizer) raise(bound int64) {
	if bound = min(bound, m.Cost); bound > m.Bound {
		m.Bound = bound
		m.improved(m.Result)
	}
}

// turn searches for cores for about the given number of ticks; 0 means no limit. It does nothing if
// m.cores is nil, and drops m.cores if they decline. Other errors are those of coreFinder.run.
func (m *minimizer) turn(ctx context.Context, ticks int64) error {
	if m.cores == nil {
		return nil
	}
	err := m.cores.run(ctx, ticks)
	if engine.IsDeclined(err) {
		m.dropCores()
		err = nil
	}
	return err
}

// improve searches for a better model with the engine, or proves that the best model is an optimum.
// The search for cores takes turns with the engine. If it finds a better model, or a bound that
// proves the optimum, improve ends. If Bounded returns nil, improve only searches for cores, without a
// limit, and declines if m.cores is nil. It returns the errors of turn and of engine.Solve, and the cause of
// ctx. There must be a best model.
func (m *minimizer) improve(ctx context.Context) error {
	if m.descent != nil {
		length := max(turnTicks, m.descent.Ticks/turnShare)
		if err := m.turn(ctx, length); err != nil || m.done() {
			return err
		}
		return m.descend(ctx, length)
	}
	f := Bounded(m.task.Formula, m.Cost-1)
	if f == nil {
		if m.cores == nil {
			return &engine.DeclinedError{Engine: "optima", Reason: "the bound of the cost takes too many clauses"}
		}
		return m.turn(ctx, 0)
	}
	attempt, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := m.task.About(f)
	t.Threads = 1
	best, next, last, total := m.Cost, int64(turnTicks), int64(0), int64(0)
	var failed error
	t.Pause = func(ticks int64) int64 {
		if ticks < last { // another search has begun
			next = ticks + turnTicks
		}
		if last = ticks; ticks < next || m.cores == nil || attempt.Err() != nil {
			return next
		}
		length := max(turnTicks, total/turnShare)
		total += length
		if failed = m.turn(attempt, length); failed != nil || m.Cost < best || m.done() {
			cancel(errBetter)
		}
		next = ticks + length
		return next
	}
	a, err := engine.Solve(attempt, m.engine, t)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case failed != nil && !errors.Is(failed, errBetter):
		return failed
	case errors.Is(err, errBetter):
		return nil
	case err != nil:
		return err
	case a.Model == nil:
		m.raise(m.Cost)
	default:
		m.adopt(a.Model)
	}
	return nil
}

// An objective expresses the cost of a model by literals: it is constant plus the weights of the true
// literals. A literal is true if its soft clauses are violated. The clauses enforce this for soft
// clauses that are not units. They allow a literal to be true although its soft clause is satisfied.
type objective struct {
	constant int64
	lits     []dimacs.Lit         // in the order of their first soft clauses; no two are equal or complements
	weights  map[dimacs.Lit]int64 // indexed by literal: positive for lits, and 0 for the complements of other soft units
	clauses  [][]dimacs.Lit       // one for each soft clause that is not a unit, a tautology or empty
	vars     int                  // the number of variables of the formula and of clauses
}

// newObjective returns the objective of the soft clauses of f. If several soft unit clauses are equal,
// their weights add up. If both l and -l are soft units, one of them is always violated: the smaller
// weight goes to the constant, and the larger weight decreases by it. The weight of an empty soft clause
// also goes to the constant. Tautologies do not count.
func newObjective(f *dimacs.Formula) *objective {
	o := &objective{weights: map[dimacs.Lit]int64{}, vars: f.Vars}
	var lits []dimacs.Lit
	for _, c := range f.Soft {
		l := dimacs.Lit(0)
		switch {
		case len(c.Lits) == 0:
			o.constant += c.Weight
			continue
		case len(c.Lits) == 1:
			l = c.Lits[0].Neg()
		case clause.Complements(c.Lits) != nil:
			continue
		default:
			o.vars++
			l = dimacs.Lit(o.vars)
			o.clauses = append(o.clauses, append([]dimacs.Lit{l}, c.Lits...))
		}
		if _, known := o.weights[l]; !known {
			lits = append(lits, l)
		}
		o.weights[l] += c.Weight
	}
	for _, l := range lits {
		if both := min(o.weights[l], o.weights[-l]); both > 0 {
			o.constant += both
			o.weights[l] -= both
			o.weights[-l] -= both
		}
	}
	for _, l := range lits {
		if o.weights[l] > 0 {
			o.lits = append(o.lits, l)
		}
	}
	return o
}
