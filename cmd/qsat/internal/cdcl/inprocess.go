package cdcl

import "math"

const (
	inprocessInterval = 2000
	vivifyEffort      = 0.20 // of the ticks of search
)

// inprocess simplifies the clauses between two stretches of search.
func (s *Solver) inprocess() {
	s.backtrack(0)
	s.limits.inprocessed++
	ticks := s.Ticks - s.limits.ticksBefore
	if s.PropagateUnits() {
		s.vivify(int64(vivifyEffort * float64(ticks)))
	}
	n := float64(s.limits.inprocessed)
	s.limits.inprocess = s.stats.conflicts + int64(inprocessInterval*math.Log2(n+1))
	s.limits.ticksBefore = s.Ticks
}
