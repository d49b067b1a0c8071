package cdcl

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// Prefer makes l the first choice for the value of its variable in the next search.
func (s *Session) Prefer(l dimacs.Lit) {
	if k := s.Lit(l); k != 0 {
		k = s.simplifier.Representative(k)
		s.saved[k.Var()] = k.Sign()
	}
}

// Follow makes the values in a the first choice for all variables in the next search.
func (s *Session) Follow(a *dimacs.Assignment) {
	s.backtrack(0)
	for v := range s.Variables {
		if s.saved[v], s.target[v] = -1, 0; a.Holds(s.Name(clause.Positive(v))) {
			s.saved[v] = 1
		}
	}
}

// DecideAgainst makes the next search decide the variables of lits before all others, in this order, so
// that these literals become false. Conflicts change the order again.
func (s *Session) DecideAgainst(lits []dimacs.Lit) {
	s.backtrack(0)
	first := slices.Max(s.scores.Priority) + s.scores.inc
	for _, l := range slices.Backward(lits) {
		k := s.Lit(l)
		if k == 0 {
			continue
		}
		k = s.simplifier.Representative(k)
		if v := k.Var(); !s.dropped[v] && !s.IsAssigned(v) {
			s.saved[v], s.target[v] = k.Not().Sign(), 0
			s.queue.bump(v, true)
			s.scores.Update(v, first)
		}
	}
}
