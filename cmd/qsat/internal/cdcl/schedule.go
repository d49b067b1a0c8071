package cdcl

import (
	"cmp"
	"math"

	"queens/cmd/qsat/internal/clause"
)

// reduce drops most of the learned clauses that were not used recently (see
// clause.Database.DropLearned), and sets the time of the next reduction. The interval
// grows with the square root of the number of reductions. It is short at first, because in
// a small formula a conflict takes as long as reading the learned clauses.
func (s *solver) reduce() {
	defer s.measure("reduce")()
	s.limits.reductions++
	n := float64(s.limits.reductions)
	interval := max(float64(s.options.reduce)*math.Sqrt(n), float64(s.Words()/reduceWords))
	s.limits.reduce = s.stats.Conflicts + int64(interval)
	fraction := reduceHigh - (reduceHigh-reduceLow)/math.Log10(n+9)
	s.DropLearned(fraction, s.constraining == nil)
}

// switchesMode reports whether it is time to change the mode. With s.onlyStable this is so only
// while the mode is not stable. Otherwise focused mode ends after a
// number of conflicts, and stable mode after a number of ticks.
func (s *solver) switchesMode() bool {
	switch {
	case s.onlyStable:
		return !s.stable
	case s.stable:
		return s.Ticks >= s.limits.mode
	}
	return s.stats.Conflicts >= s.limits.mode
}

// switchMode changes the mode. Each stretch of focused mode takes more conflicts than the
// last one, and the stretch of stable mode after it as many ticks.
func (s *solver) switchMode() {
	s.backtrack(0)
	s.switches++
	if s.stable {
		n := float64(s.switches/2 + 1)
		s.limits.mode = s.stats.Conflicts + int64(float64(s.options.mode)*n*math.Pow(math.Log10(n+9), 4))
		s.limits.modeStarted = s.Ticks
	} else {
		s.limits.mode = s.Ticks + (s.Ticks - s.limits.modeStarted)
	}
	s.averages = newAverages()
	s.stable = !s.stable
	if s.stable {
		for v := range s.Variables {
			if !s.IsAssigned(v) && !s.dropped[v] {
				s.scores.Push(v)
			}
		}
		s.reluctant = newReluctant()
	} else {
		s.queue.search = s.queue.last
	}
	s.limits.restart = s.stats.Conflicts + s.options.restart
}

// updatePhases updates target and best phases in stable mode, if the first n literals of
// the trail, which are without a conflict, are more than ever before.
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

// rephase chooses new saved phases at level 0, copies them to the target phases, and sets
// the conflict of the next rephasing. In turn the phases are the best phases, the result of a
// local search, all -1, the best phases, the result of a local search, and all 1. Without
// local search (see walks), the saved phases stay in its place. After the best phases are
// used, new ones are collected.
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
			// a tick of a walk takes several times as long as one of search
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
