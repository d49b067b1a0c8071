package cdcl

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// lucky looks for a model in four attempts: it gives the unassigned variables the same
// value, in ascending or in descending order, and propagates after each. An attempt ends at
// its first conflict. If one meets no conflict, all variables are assigned, and lucky
// returns true. Otherwise the state is as before. Some formulas from applications have such
// models. An attempt takes at most as long as reading the clauses.
//
// Source: A. Biere, "CaDiCaL at the SAT Race 2019", SAT Race 2019, for lucky phases.
func (s *solver) lucky() bool {
	saved := slices.Clone(s.saved)
	for _, value := range []int8{-1, 1} {
		for _, descending := range []bool{false, true} {
			if s.uniform(value, descending) {
				return true
			}
			s.backtrack(0)
		}
	}
	copy(s.saved, saved)
	return false
}

// uniform gives all unassigned variables the value, and propagates after each. It returns
// false at the first conflict, or if the search must stop.
func (s *solver) uniform(value int8, descending bool) bool {
	for i := 1; i <= s.Vars; i++ {
		v := uint32(i)
		if descending {
			v = uint32(s.Vars + 1 - i)
		}
		if s.IsAssigned(v) {
			continue
		}
		l := clause.Positive(v)
		if value < 0 {
			l = l.Not()
		}
		s.stats.Decisions++
		if s.Decide(l); s.Propagate() != nil || s.stops() {
			return false
		}
	}
	return true
}
