// Package dpll is the Davis-Putnam-Logemann-Loveland procedure for large sparse formulas
// with many solutions. Examples are a board of 200 in the pairwise encoding with thirteen
// million binary clauses, and a board of 2000 in the product encoding with 34 million
// clauses. In such formulas most of the time goes into touching each clause at all. So the
// data is flat, clauses are read in order, twice, and no clause is learned. The engine
// has its own arrays of clauses and its own trail, because the database of package clause
// would take longer to lay out than the search takes. It shares the literals and the
// numbering of sparse variables.
//
// Data. A binary clause is stored as two implications, eight bytes. A long clause has two
// counters: literals that are not false, and literals that are true. Unit propagation
// follows implications first. In a formula of millions of variables in random order, each
// access waits for memory. So lists of up to two entries are stored instead of a pointer,
// and the lists of 32 literals are fetched at once.
//
// Decisions. A choice clause is a long clause that offers a choice (see csp.Choices),
// such as a row of a board. A decision picks an unsatisfied choice clause with the fewest
// literals that are not false, and makes one of its unassigned literals true; ties and the
// literal are random. A fixed rule for the literal, such as the fewest implications, would
// lead into the same conflicts again. Example: if one row has two squares left and another
// has three, the decision puts a queen on one of the two squares. When the search has
// refuted that, it leaves the square empty.
//
// With Engine.Lucky, a search for one model also tries uniform values, on any formula.
//
// Enumeration and counting branch on the variables of the projection first. Below the last such
// decision they search for one model, so that no model is found twice. They never restart. A
// variable of the projection whose clauses are all satisfied stays unassigned, and doubles the
// count.
//
// Proofs. At each conflict the negated decisions form a clause. It follows by unit
// propagation from the formula and the lines before, also after a restart.
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

// An Engine is the engine dpll. The zero value declines only formulas beyond maxEntries.
type Engine struct {
	// Limit is the largest number of steps of a search; beyond, the engine declines. A step is
	// a literal or clause looked at. A machine does 50 to 100 million steps a second. The
	// number depends on the task only. 0 means no limit.
	Limit int64
	// Steps is the number of steps of the last search, if Limit is set. Then the engine is not
	// safe for concurrent use.
	Steps int64
	// Lucky makes Solve try uniform values, too: at the first restart, or before it declines
	// because of Structured or Limit.
	Lucky bool
	// Structured makes the engine decline a formula without choice clauses.
	Structured bool
}

// errBudget is the error of a search that reaches Engine.Limit.
var errBudget = declined("the budget of the search is used up")

// errUnstructured is the error of a search that declines because of Engine.Structured.
var errUnstructured = declined("no clause offers a choice between literals that binary clauses tell apart")

// New returns an engine without a limit.
func New() *Engine { return &Engine{} }

// Name returns the name of the engine.
func (*Engine) Name() string { return Name }

// Solve returns a model, or an empty answer if the formula has no model under the assumptions. It
// returns an engine.DeclinedError if the formula is too large, if the limit is reached, or if
// Structured is set and no clause offers a choice; with Lucky it tries uniform values before it
// declines for the last two reasons. It returns the cause of ctx if that ends, or an error of the
// proof.
func (e *Engine) Solve(ctx context.Context, t *engine.Task) (a engine.Answer, err error) {
	s, end, err := e.begin(t, false)
	defer end()
	if err != nil {
		return a, err
	}
	found, err := false, errUnstructured
	if s.triesLucky = e.Lucky; s.structured || !e.Structured {
		found, err = s.nextModel(ctx, true)
	}
	if engine.IsDeclined(err) && s.triesLucky {
		s.begin()
		switch found = s.lucky(ctx); {
		case found:
			err = nil
		case s.empty:
			err = s.refuted()
		case s.err != nil:
			err = s.err
		}
	}
	if found {
		a.Model = &dimacs.Assignment{}
		s.model(a.Model)
	}
	return a, err
}

// begin loads a search for one model, or for all models. The caller must call end, also after an
// error. The function end records the cost in the statistics of t, and after a successful load in
// e.Steps, if e.Limit is set. It fails as load does.
func (e *Engine) begin(t *engine.Task, all bool) (s *search, end func(), err error) {
	meter := t.Meter(Name)
	if s, err = e.load(t, all); err != nil {
		return nil, meter.Done, err
	}
	meter.Built()
	return s, func() {
		if meter.Counts = s.counts; e.Limit > 0 {
			e.Steps = s.steps
		}
		meter.Done()
	}, nil
}

// Enumerate calls found with a model for each assignment of the projection that has one; the next
// call changes the model. It traverses the tree of decisions on the projection, and searches for
// one model below each leaf. It returns the first error of found, or the errors of Solve.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	a := &dimacs.Assignment{}
	return e.all(ctx, t, func(s *search, first []int, _ int) error {
		s.model(a)
		return engine.Expand(ctx, a, slices.Concat(s.unconstrained, first), found)
	})
}

// Count returns the number of models over the projection, which is n.M * 2^n.Shift for the result
// n. It visits the same leaves as Enumerate. At a leaf, each unassigned variable of the projection
// whose clauses are all satisfied doubles the number that the leaf adds to n.M. Variables of the
// projection in no clause are counted in n.Shift. Count calls t.Tell after each leaf. If the search
// stops, Count returns the count so far and an error of Solve.
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

// all calls leaf with the search at each leaf of the tree of decisions on the projection that has a
// model, and with the results of engine.Task.Unconstrained. It stops at the first error of leaf or
// of the search and returns it. It returns nil after the last leaf.
func (e *Engine) all(ctx context.Context, t *engine.Task, leaf func(s *search, first []int, others int) error) error {
	s, end, err := e.begin(t, true)
	defer end()
	if err != nil {
		return err
	}
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
}

// model stores the model of the search in a, which must be empty or hold an earlier model.
// Unassigned variables become false.
func (s *search) model(a *dimacs.Assignment) {
	for v := s.vars; v > 0; v-- { // the largest variable first, so that a grows once
		if value := s.values.Has(clause.Positive(v)); value || a.Value(s.name(v)) {
			a.Set(s.name(v), value)
		}
	}
}

// name returns the variable of the task with number v.
func (s *search) name(v int) int { return s.numbering.Name(clause.Positive(v)).Var() }
