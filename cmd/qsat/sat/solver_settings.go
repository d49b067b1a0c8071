package sat

import (
	"cmp"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// ErrBudget is the error of a question of a Solver that needs more conflicts than Budget allows. Use errors.Is.
var ErrBudget = cdcl.ErrConflicts

// Hold makes literals true in all later questions, until the next call of Hold. They are assumptions that
// Failed leaves out. For a group of clauses that may be dropped later, take a variable g of Fresh as its guard,
// and add -g to each clause of the group. The group holds while g is held; the unit clause -g drops the group. A
// count is faster if guards are held than if they are assumed. But after each call of Hold with other literals,
// Count, Each and Sample cannot use earlier graphs.
//
// The error is Err, or a *ProblemError for a literal that is not allowed in Add. After an error, the held
// literals have not changed.
func (s *Solver) Hold(lits ...dimacs.Lit) error {
	err := s.raise(lits)
	if err == nil {
		s.held, s.asking = slices.Clone(lits), nil
	}
	return err
}

// withHeld returns the literals of Hold and assume, in a new slice unless nothing is held.
func (s *Solver) withHeld(assume []dimacs.Lit) []dimacs.Lit {
	if len(s.held) == 0 {
		return assume
	}
	return slices.Concat(s.held, assume)
}

// Prefer sets the preferred literals of Solve, Core and Models, until the next call of Prefer. In each model that
// these questions find, the first preferred literal is true if it is true in any model that may be found, which
// is a model under the assumptions that was not found before. The second is true if it is true in any of these
// models that agrees on the first, and so on. So a list of versions, the newest first, gives the newest version
// that is possible. A search may take longer, because the preferred literals come before all other decisions.
// The errors are the errors of Hold and of the engine.
func (s *Solver) Prefer(lits ...dimacs.Lit) error {
	if err := s.raise(lits); err != nil || len(lits)+len(s.favored) == 0 {
		return err
	}
	s.favored = slices.Clone(lits)
	if err := s.kept.Open(s.task); err != nil {
		return public(err)
	}
	s.kept.Session.Favor(s.favored)
	return nil
}

// Budget limits the total number of conflicts of all later calls of Solve, Core, Models and Backbone. The number
// of conflicts measures the time of a search, but does not depend on the machine. When about this number is
// reached, a search that meets a further conflict ends with ErrBudget. Each call of Budget starts a new limit;
// a negative number means no limit. The errors are Err and the errors of the engine.
func (s *Solver) Budget(conflicts int64) error {
	if s.err != nil {
		return s.err
	}
	if err := s.kept.Open(s.task); err != nil {
		return public(err)
	}
	s.kept.Session.Limit(conflicts)
	return nil
}

// Clone returns a new solver with copies of all clauses of s, hard and soft, and with the options and the
// literals of Hold and Prefer. The caller must close the new solver. It has neither the learned clauses and
// graphs of s nor the limit of Budget. Different goroutines may use the two solvers at the same time. If Err of s
// is not nil, the new solver has the same Err.
func (s *Solver) Clone() *Solver {
	if s.err != nil {
		return &Solver{err: s.err, formula: &dimacs.Formula{}}
	}
	f := s.formula.WithoutClauses()
	for c := range s.formula.Clauses() {
		f.Add(c...)
	}
	t := OpenSolver(f, s.options())
	t.soft, t.weight, t.held = slices.Clone(s.soft), s.weight, s.held
	t.err = cmp.Or(t.err, t.Prefer(s.favored...))
	return t
}

// Propagate returns the literals that follow from the assumptions and the literals of Hold by unit
// propagation in the clauses, in the order in which they follow. The list includes the assumptions and the
// literals of Hold. If a clause becomes false, or if assumptions contradict each other, conflict is true, and
// the list ends there. The first call after a change of the clauses reads all clauses. The errors are the
// errors of Hold.
func (s *Solver) Propagate(assume ...dimacs.Lit) (lits []dimacs.Lit, conflict bool, err error) {
	if err := s.raise(assume); err != nil {
		return nil, false, err
	}
	if vars, clauses := s.formula.Vars, s.formula.NumClauses(); s.propagator == nil || s.propagates != [2]int{vars, clauses} {
		s.propagator, s.propagates = propagate.New(vars), [2]int{vars, clauses}
		for c := range s.formula.Clauses() {
			s.propagator.Add(c...)
		}
	}
	p := s.propagator
	conflict = p.Propagate() >= 0
	p.Begin()
	defer p.Backtrack(0)
	for _, l := range s.withHeld(assume) {
		conflict = conflict || !p.Assume(l) || p.Propagate() >= 0
	}
	return slices.Clone(p.Trail()), conflict, nil
}
