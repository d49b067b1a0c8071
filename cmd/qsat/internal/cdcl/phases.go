package cdcl

import (
	"cmp"
	"math"

	"queens/cmd/qsat/internal/clause"
)

// phase returns the value, 1 or -1, that a decision gives to v. After the first model of several,
// it is the value of constrainingPhases. In stable mode it is the target phase, if v has one. Of
// every eight stretches of focused mode, the second uses 1 for all variables and the fourth -1.
// Otherwise it is the saved phase.
func (s *solver) phase(v uint32) int8 {
	switch n := s.switches / 2 % 8; {
	case s.constraining != nil:
		return s.constraining[v]
	case s.stable && s.target[v] != 0:
		return s.target[v]
	case !s.stable && n == 1:
		return 1
	case !s.stable && n == 3:
		return -1
	}
	return s.saved[v]
}

// updatePhases copies the first n literals of the trail, which must have no conflict, to the target
// phases if n exceeds s.targetSize, and to the best phases if n exceeds s.bestSize, and raises
// these sizes to n. In focused mode it does nothing.
func (s *solver) updatePhases(n int) {
	if s.stable {
		s.targetSize = keepLarger(s.target, s.targetSize, s.Trail[:n])
		s.bestSize = keepLarger(s.best, s.bestSize, s.Trail[:n])
	}
}

// keepLarger sets the phases of the variables of lits to the values that make lits true, if
// there are more than size literals; other phases stay. It returns the larger of size and
// the number of literals.
func keepLarger(phases []int8, size int, lits []clause.Lit) int {
	if len(lits) <= size {
		return size
	}
	for _, l := range lits {
		phases[l.Var()] = l.Sign()
	}
	return len(lits)
}

// rephase goes to level 0, chooses new saved phases, copies them to the target phases, and sets the
// number of conflicts at which the next call is due. After n calls the interval is
// options.rephase*n*log10(n+9)^3 conflicts. In turn the saved phases become the best phases, the
// result of a local search, all -1, the best phases, the result of a local search, and all 1. A
// variable without a best phase keeps its saved phase. If walks returns false, or the local search
// finds nothing better, they stay. After the best phases are used, new ones are collected.
//
// Source: A. Biere and M. Fleury, "Chasing Target Phases", POS 2020.
func (s *solver) rephase() {
	s.backtrack(0)
	s.rephased++
	switch s.rephased % 6 {
	case 1, 4:
		for v, phase := range s.best {
			s.saved[v] = cmp.Or(phase, s.saved[v])
		}
		s.bestSize = 0 // collect new best phases
	case 2, 5:
		if s.walks() {
			// a tick of a walk takes several times the time of a tick of search
			s.walk(max(1e5, int64(0.3*float64(s.Ticks-s.limits.walkTicks))), 0)
			s.limits.walkTicks = s.Ticks
		}
	case 3, 0:
		for v := range s.saved {
			s.saved[v] = 1 - 2*int8(s.rephased%2)
		}
	}
	copy(s.target, s.saved)
	s.targetSize = 0
	n := float64(s.rephased)
	s.limits.rephase = s.stats.Conflicts + int64(float64(s.options.rephase)*n*math.Pow(math.Log10(n+9), 3))
}

// constrainingPhases returns, indexed by variable, the value that makes false the literal with the
// larger weight, and so makes more clauses shorter; with equal weights it is 1. Each original
// clause of n literals adds 2^-n to the weights of its literals.
//
// Source: R. G. Jeroslow and J. Wang, "Solving Propositional Satisfiability Problems", Annals of
// Mathematics and Artificial Intelligence 1, 1990, for the weights.
func (s *solver) constrainingPhases() []int8 {
	weights := make([]float64, s.NumLits())
	for c := range s.All {
		for _, l := range s.Lits(c) {
			if !s.Has(c, clause.Learned) {
				weights[l] += math.Ldexp(1, -s.Size(c))
			}
		}
	}
	for l := range s.Literals {
		for _, w := range s.Watching(l) {
			if w.IsBinary() && !w.IsLearned() {
				weights[l] += 0.25
			}
		}
	}
	phases := make([]int8, s.Vars+1)
	for v := range s.Variables {
		if phases[v] = 1; weights[clause.Positive(v)] > weights[clause.Negative(v)] {
			phases[v] = -1
		}
	}
	return phases
}
