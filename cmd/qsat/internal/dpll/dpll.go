// Package dpll is the Davis-Putnam procedure for large sparse formulas whose
// solutions are many: a board of 200 as thirteen million binary clauses of the
// pairwise encoding, or one of 2000 as 34 million clauses of the product encoding.
// There the work is to touch the clauses at all, so the data is flat and the
// clauses are read in order, twice. Nothing is learnt from conflicts. The package
// owns its arrays of clauses and its trail, as the database of package clause would
// take longer to lay out and normalise than the search takes; it shares the form
// of literals, 2v for the variable v and 2v+1 for its negation, and the numbering
// of sparse variables.
//
// Data. A binary clause lives as two implications in compressed rows, eight
// bytes, and nowhere else; the rows are counted and filled from the formula by
// several goroutines. A long clause has a tally of its literals that are not
// false and of those that are true. Unit propagation goes through rows first.
//
// A formula of millions of variables in random order is a wait for memory at
// each literal. So the rows of many literals are built range by range, in
// what a cache holds; short rows are where otherwise a pointer to them would be;
// and what propagation will need of the next literals is loaded for many at once.
// On boards of 1000 in the sequential encoding in random order this took building
// from 0.67 s to 0.28, and the search from 1.1 s to 0.63.
//
// Decisions. A choice clause is a long clause of literals that binary clauses
// speak against, as the rows and columns of a board in every encoding of
// at-most-one constraints and with any names and polarities. Of the
// unsatisfied choice clauses take one with the fewest literals that are not
// false and make one of these true, all by chance. The other branch comes at
// a conflict. When the choices are made, unit propagation has usually done the
// rest: boards of 8 to 150 need some 4 conflicts in the mean, 9 in the minimal
// form. With the literal that implies the fewest others instead of one by
// chance it is 8 times as many, with that of the fewest open others twice.
//
// A decision costs a look at each open choice clause, 8192 at most: a hundredth
// of the search on boards of 1000. A position in buckets would have to be kept up to
// date with each literal that becomes false, which is far more often.
//
// Enumerating and counting branch on the variables of the projection first and
// search below their last one for one model, so that no model comes twice. There
// are no restarts then. A variable all of whose clauses are satisfied is left
// free; it doubles a count.
//
// Proofs. At each conflict the negated decisions are a clause that follows by
// unit propagation from the formula and the lines before. It stays true after a
// restart.
//
// References: M. Davis, G. Logemann and D. Loveland, "A Machine Program for
// Theorem-Proving", Communications of the ACM 5, 1962. R. G. Jeroslow and J. Wang,
// "Solving Propositional Satisfiability Problems", Annals of Mathematics and
// Artificial Intelligence 1, 1990, for the weight of short clauses. J. R. Bitner
// and E. M. Reingold, "Backtrack Programming Techniques", Communications of the
// ACM 18, 1975, for the row with the fewest squares.
package dpll

import (
	"context"
	"math"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "dpll"

// An Engine is the engine, and the statistics of its last task.
type Engine struct {
	// Limit bounds the steps of Enumerate and Count, as Stats counts them: when
	// they are used up, the error is ErrBudget. 0 is no bound.
	Limit int64
	stats Stats
}

// New returns the engine. It takes every formula that memory holds.
func New() *Engine { return &Engine{} }

var _ engine.Engine = (*Engine)(nil)

// Stats returns the statistics of the last task.
func (e *Engine) Stats() Stats { return e.stats }

// Solve returns a model, or nil if there is none.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	meter := t.Meter(Name)
	s, err := prepare(ctx, t, purpose{})
	if err != nil {
		meter.Done(engine.Counts{})
		return nil, err
	}
	meter.Built()
	defer e.done(s, meter)
	return s.Solve(ctx, math.MaxInt64)
}

// done keeps the statistics of a search that has ended.
func (e *Engine) done(s *Search, m *engine.Meter) {
	e.stats = s.Stats()
	m.Done(e.stats.Counts())
}

// model makes a the assignment that the search has found. Variables that it
// has left open are false.
func (s *Search) model(a *dimacs.Assignment) {
	for v := s.src.Vars; v > 0; v-- { // the largest first, so that a grows once
		if value := s.value.holds(int32(2 * v)); value || a.Value(s.src.name(v)) {
			a.Set(s.src.name(v), value)
		}
	}
}

// Enumerate goes through the tree of decisions on the projection, and below
// each of its leaves searches for one model.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	a := &dimacs.Assignment{}
	return e.all(ctx, t, func(s *Search, free []int, _ int) error {
		s.model(a)
		return engine.Expand(ctx, a, append(s.freeHere(), free...), found)
	})
}

// Count counts the leaves that Enumerate finds. Variables that are in no
// unsatisfied clause at one of them double its weight.
func (e *Engine) Count(ctx context.Context, t *engine.Task) (engine.Count, error) {
	var n sum
	shift := 0
	err := e.all(ctx, t, func(s *Search, _ []int, free int) error {
		shift = free
		n.add(len(s.free))
		return nil
	})
	return engine.Count{M: n.value(), Shift: uint64(shift)}, err
}

// all calls leaf with the search at each model of the projection. The
// variables that are in no clause it gives as Unconstrained does.
func (e *Engine) all(ctx context.Context, t *engine.Task, leaf func(s *Search, first []int, free int) error) error {
	meter := t.Meter(Name)
	s, err := prepare(ctx, t, purpose{all: true})
	if err != nil {
		meter.Done(engine.Counts{})
		return err
	}
	meter.Built()
	defer e.done(s, meter)
	if e.Limit > 0 {
		s.limit, s.look = e.Limit, min(s.look, e.Limit)
	}
	first, free := s.unconstrained(ctx)
	for {
		found, err := s.next(ctx, false)
		if err != nil || !found {
			return err
		}
		if err := leaf(s, first, free); err != nil {
			return err
		}
		if !s.backProjected() {
			return nil
		}
	}
}
