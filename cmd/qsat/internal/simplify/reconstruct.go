package simplify

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// push notes that a clause was dropped which a model may falsify, and that its
// first literal is to be made true then. Clauses with literals whose variables go
// later were pushed before; Extend goes from the last to the first.
//
// Source: M. Järvisalo, M. J. H. Heule and A. Biere, "Inprocessing Rules",
// IJCAR 2012.
func (s *Simplifier) push(witness clause.Lit, lits []clause.Lit) {
	n := len(s.stack)
	s.stack = append(s.stack, witness)
	for _, l := range lits {
		if l != witness {
			s.stack = append(s.stack, l)
		}
	}
	s.stack = append(s.stack, clause.Lit(len(s.stack)-n))
}

// Extend gives values to the variables that were eliminated or substituted, so
// that a model of the clauses that are left becomes one of all. The values are by
// literal, as those of the database; variables without one count as false.
func (s *Simplifier) Extend(values []int8) {
	for end := len(s.stack); end > 0; {
		n := int(s.stack[end-1])
		lits := s.stack[end-1-n : end-1]
		end -= n + 1
		if !slices.ContainsFunc(lits, func(l clause.Lit) bool { return values[l] > 0 || values[l] == 0 && l&1 != 0 }) {
			values[lits[0]], values[lits[0]^1] = 1, -1
		}
	}
}
