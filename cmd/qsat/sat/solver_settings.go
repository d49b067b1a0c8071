package sat

import (
	"cmp"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// ErrBudget is the error of a question of a Solver that has taken the conflicts of Budget. Use errors.Is.
var ErrBudget = cdcl.ErrConflicts

// Hold makes literals true in all later questions, until the next call. They are assumptions that are not
// among the failed ones. For a group of clauses that may be dropped later, take a variable g of Fresh as its
// guard, and add -g to each clause of the group. The group holds while g is held; the unit clause -g drops
// it. A count is faster if guards are held than if they are assumed.
//
// The error is Err, or a *ProblemError for a literal that is not allowed in Add. Then nothing changes.
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

// Prefer names literals that the models of Solve, Core and Models should make true, until the next call.
// Such a model makes the first of them true if any model under the assumptions does; then the second, among
// the models that agree on the first; and so on. So a list of versions, the newest first, gives the newest
// version that is possible. Preferences may make a search longer, because they come before all other
// decisions. The errors are those of Hold, and of the engine.
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

// Budget lets all later questions for models together, which are Solve, Core, Models and Backbone, take about
// the given number of conflicts, a measure of time that does not depend on the machine. After that, a
// question that needs more returns ErrBudget. A negative number removes the limit. The errors are Err and
// those of the engine.
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

// Clone returns a solver with a copy of the clauses, hard and soft, that were added, and with the options and
// the literals of Hold and Prefer. The caller must close it. It does not have what s has learned, nor the
// limit of Budget. Afterwards, the two solvers may be used at the same time.
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
// propagation in the clauses, themselves included, in the order in which they follow. If some clause is
// false then, or if assumptions contradict each other, conflict is true, and the list ends there. The errors
// are those of Hold.
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
