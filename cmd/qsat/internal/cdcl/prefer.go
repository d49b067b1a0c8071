package cdcl

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// Prefer makes the value of l the saved phase of its variable, the first choice of the next search.
// It does nothing if the variable occurs in no clause.
func (s *Session) Prefer(l dimacs.Lit) {
	if k := s.Lit(l); k != 0 {
		k = s.simplifier.Representative(k)
		s.saved[k.Var()] = k.Sign()
	}
}

// Follow makes the next search choose the values in a first. But before all other variables it
// decides the variables of except, so that these literals become false; in focused mode in this
// order. Conflicts change the order again. Follow goes to level 0.
func (s *Session) Follow(a *dimacs.Assignment, except []dimacs.Lit) {
	s.backtrack(0)
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
