package dpll

import "queens/cmd/qsat/internal/clause"

// An implications lists for each literal the literals that it implies by binary clauses, in
// the order of the clauses. A clause (a or b) is stored as b in the list of not-a and as a
// in the list of not-b.
type implications struct {
	starts  []int32 // indexed by literal: the start of its list in implied; one more entry marks the end
	implied []int32
}

// list returns the literals that l implies.
func (s *implications) list(l clause.Lit) []int32 { return s.implied[s.starts[l]:s.starts[l+1]] }

func (s *implications) length(l clause.Lit) int32 { return s.starts[l+1] - s.starts[l] }

// fetch loads the beginnings of the lists of lits into the cache. The loads overlap, because no
// branch depends on their values. The result is meaningless; it only prevents the compiler from
// removing the loads.
func (s *implications) fetch(lits []clause.Lit) (used int32) {
	for _, l := range lits {
		used ^= s.implied[s.starts[l]]
	}
	return used
}
