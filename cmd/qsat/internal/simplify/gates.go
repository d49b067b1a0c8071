package simplify

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A gate is a set of clauses that define a variable by others: so many of those of
// the variable, and of its negation. Then no resolvents are needed but those of its
// clauses with the rest, which imply all others.
//
// Source: N. Eén and A. Biere, "Effective Preprocessing in SAT Through Variable and
// Clause Elimination", SAT 2005, section 3.2.
type gate struct{ with, without int }

// findGate finds a conjunction that equals l or its complement, and puts its clauses
// first in s.with and s.without. Other gates are not worth it: they save neither
// conflicts nor propagations.
func (s *Simplifier) findGate(l clause.Lit) gate {
	if n := s.findAnd(l, s.with, s.without); n > 0 {
		return gate{1, n}
	}
	if n := s.findAnd(l^1, s.without, s.with); n > 0 {
		return gate{n, 1}
	}
	return gate{}
}

// findAnd finds, among the clauses of l, one that makes it true if all of the
// literals are that clauses of its complement say it implies, and returns how many
// they are.
func (s *Simplifier) findAnd(l clause.Lit, with, without []clause.Watch) (n int) {
	s.round++
	for _, w := range without {
		if w.IsBinary() {
			s.marks[w.Lit()] = s.round
		}
	}
	i := slices.IndexFunc(with, func(w clause.Watch) bool {
		s.Stats.Ticks++
		return !slices.ContainsFunc(s.lits(l, w), func(k clause.Lit) bool { return k != l && s.marks[k^1] != s.round })
	})
	if i < 0 {
		return 0
	}
	with[0], with[i] = with[i], with[0]
	s.round++
	for _, k := range s.lits(l, with[0]) {
		s.marks[k] = s.round
	}
	for j, w := range without {
		if w.IsBinary() && s.marks[w.Lit()^1] == s.round {
			without[n], without[j] = w, without[n]
			n++
		}
	}
	return n
}
