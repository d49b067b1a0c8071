package cdcl

import "math"

// reduce calls clause.Database.DropLearned, with tiers until the first model of several, and sets
// the number of conflicts at which the next call is due. The share of the candidates to drop grows
// from reduceLow towards reduceHigh. The interval is options.reduce times the square root of the
// number of calls, and at least one conflict per reduceWords words of clauses. It is short at
// first, because in a small formula a conflict takes as long as reading the learned clauses.
func (s *solver) reduce() {
	defer s.measure("reduce")()
	s.limits.reductions++
	n := float64(s.limits.reductions)
	interval := max(float64(s.options.reduce)*math.Sqrt(n), float64(s.Words()/reduceWords))
	s.limits.reduce = s.stats.Conflicts + int64(interval)
	fraction := reduceHigh - (reduceHigh-reduceLow)/math.Log10(n+9)
	s.DropLearned(fraction, s.constraining == nil)
}
