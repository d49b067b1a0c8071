// Package dpll is the Davis-Putnam procedure for large sparse formulas whose
// solutions are many: a board of 200 as thirteen million binary clauses of the
// pairwise encoding, or one of 2000 as 34 million clauses of the product encoding.
// It owns its arrays of clauses and its trail: there the work is to touch the clauses
// at all, so the data is flat, clauses are read in order, twice, and nothing is
// learnt from conflicts. The database of package clause would take longer to lay out
// and normalise than the search takes; literals and the numbering of sparse variables
// are its own.
//
// Data. A binary clause lives as two implications, eight bytes, and nowhere else. A
// long clause has counts of its literals that are not false and of those that are
// true. Unit propagation goes through implications first.
// A formula of millions of variables in random order is a wait for memory at
// each literal: implications are built range by range of literals, short lists of them
// lie where otherwise a pointer would, and what propagation will need is loaded for
// many literals at once.
//
// Decisions. A choice clause is a long clause that offers a choice (see clause.Choices).
// Of the unsatisfied ones take one with the fewest literals that are not false and make
// one of these true, all by chance: a rule for the literal, such as the fewest
// implications, leads into the same conflicts again. A decision looks at each
// unsatisfied choice clause, up to a bound.
//
// Enumerating and counting branch on the variables of the projection first and
// search below their last one for one model, so that no model comes twice. There
// are no restarts then. A variable all of whose clauses are satisfied stays
// unassigned; it doubles a count.
//
// Proofs. At each conflict the negated decisions are a clause that follows by
// unit propagation from the formula and the lines before, also after a restart.
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
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is the name of the engine.
const Name = "dpll"

// An Engine is the engine. The zero value takes every formula that memory holds.
type Engine struct {
	// Limit bounds the literals and clauses looked at, of which a machine does
	// fifty to a hundred million in a second: when it is used up, it
	// declines. That depends on the formula and the seed alone. 0 is no bound.
	Limit int64
	// Steps is how many of these the last search has looked at, if there is a limit: such
	// an engine is not for concurrent use.
	Steps int64
	// Structured says to decline a formula without choice clauses.
	Structured bool
	// Threshold is that of an engine.Estimate, which then does without the time of a node.
	Threshold float64
}

// errBudget is the error of a search that has used up its budget.
var errBudget error = &engine.DeclinedError{Engine: Name, Reason: "the budget of the search is used up"}

// New returns the engine without a budget.
func New() *Engine { return &Engine{} }

// Name returns the name of the engine.
func (*Engine) Name() string { return Name }

// Solve returns a model, or nil if there is none.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (a engine.Answer, err error) {
	err = e.search(ctx, t, false, func(s *search) error {
		found, err := s.nextModel(ctx, true)
		if found {
			a.Model = &dimacs.Assignment{}
			s.model(a.Model)
		}
		return err
	})
	return a, err
}

// search calls do with a search for one model or for all, and measures what it
// costs.
func (e *Engine) search(ctx context.Context, t *engine.Task, all bool, do func(*search) error) error {
	meter := t.Meter(Name)
	defer meter.Done()
	s, err := e.load(ctx, t, all)
	if err != nil {
		return err
	}
	meter.Built()
	err = do(s)
	meter.Counts = s.counts
	if e.Limit > 0 {
		e.Steps = s.steps
	}
	return err
}

// Enumerate goes through the tree of decisions on the projection, and below
// each of its leaves searches for one model.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	a := &dimacs.Assignment{}
	return e.all(ctx, t, func(s *search, first []int, _ int) error {
		s.model(a)
		return engine.Expand(ctx, a, slices.Concat(s.unconstrained, first), found)
	})
}

// Count counts the leaves that Enumerate finds. Variables that are in no
// unsatisfied clause at one of them double its weight.
func (e *Engine) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	n := dimacs.Count{M: new(big.Int)}
	one, weight := big.NewInt(1), new(big.Int)
	err := e.all(ctx, t, func(s *search, _ []int, others int) error {
		n.Shift = uint64(others)
		n.M.Add(n.M, weight.Lsh(one, uint(len(s.unconstrained))))
		t.Tell(n)
		return nil
	})
	return n, err
}

// all calls leaf with the search at each model of the projection, and with what
// engine.Task.Unconstrained returns.
func (e *Engine) all(ctx context.Context, t *engine.Task, leaf func(s *search, first []int, others int) error) error {
	return e.search(ctx, t, true, func(s *search) error {
		first, others := t.Unconstrained(s.numbering, s.vars, s.isConstrained)
		for {
			found, err := s.nextModel(ctx, false)
			if err != nil || !found {
				return err
			}
			if err := leaf(s, first, others); err != nil || !s.backProjected() {
				return err
			}
		}
	})
}

// model makes a the assignment that the search has found. Unassigned variables are
// false.
func (s *search) model(a *dimacs.Assignment) {
	for v := s.vars; v > 0; v-- { // the largest first, so that a grows once
		if value := s.values.Has(clause.Positive(v)); value || a.Value(s.name(v)) {
			a.Set(s.name(v), value)
		}
	}
}

// name returns the variable of the task that v stands for.
func (s *search) name(v int) int { return s.numbering.Name(clause.Positive(v)).Var() }
