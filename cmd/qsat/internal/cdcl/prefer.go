package cdcl

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// Prefer goes to level 0 and makes the value of l the saved phase of its variable or, if that was
// substituted, of its representative. Other phases may have precedence; see phase. Prefer does
// nothing if the variable occurs in no clause.
func (s *Session) Prefer(l dimacs.Lit) {
	s.backtrack(0) // it saves phases
	s.importAdded(0)
	if k := s.Lit(l); k != 0 {
		k = s.simplifier.Representative(k)
		s.saved[k.Var()] = k.Sign()
	}
}

// Favor makes each later search of a session of Open decide lits first, after the assumptions and in the given
// order, until the next call of Favor. So the model has the first literal true if any model under the assumptions
// has. It has the second literal true if any of these models that agrees on the first has, and so on. Favor goes
// to level 0 and adds new variables. If the clauses are refuted or the session has failed, it only ends the last
// call.
//
// Source: E. Di Rosa, E. Giunchiglia and M. Maratea, "Solving Satisfiability Problems with Preferences",
// Constraints 15, 2010.
func (s *Session) Favor(lits []dimacs.Lit) {
	s.backtrack(0)
	s.importAdded(0)
	if s.favored = s.favored[:0]; s.Unsat || s.Unwatched || !s.PropagateUnits() {
		return
	}
	for _, l := range lits {
		s.favored = append(s.favored, clause.Of(l))
	}
	s.number(s.favored)
	for _, l := range s.favored {
		s.simplifier.Freeze(l.Var())
	}
}

// Follow goes to level 0, makes the values in a the saved phases, with -1 for variables without a
// value in a, and removes the target phases. It moves the variables of except to the front of the
// decision orders, with phases that make these literals false; in focused mode they have the order
// of except. It leaves out literals of except whose variables have a value, have been eliminated or
// occur in no clause. Conflicts change the order and the phases again.
func (s *Session) Follow(a *dimacs.Assignment, except []dimacs.Lit) {
	s.backtrack(0)
	s.importAdded(0)
	for v := range s.Variables {
		if s.saved[v], s.target[v] = -1, 0; a.Holds(s.Name(clause.Positive(v))) {
			s.saved[v] = 1
		}
	}
	first := slices.Max(s.scores.Priority) + s.scores.inc
	for _, l := range slices.Backward(except) {
		k := s.simplifier.Representative(s.Lit(l))
		if v := k.Var(); v > 0 && !s.dropped[v] && !s.IsAssigned(v) {
			s.saved[v] = k.Not().Sign()
			s.queue.bump(v, true)
			s.scores.Update(v, first)
		}
	}
}
