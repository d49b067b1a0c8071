package cdcl

import (
	"cmp"
	"math"

	"queens/cmd/qsat/internal/clause"
)

const (
	reduceLow  = 0.75 // of the candidates at first, and later up to
	reduceHigh = 0.9
	// reduceWords is for how many words of clauses there is a conflict at least until the next
	// reduction, which looks at all of them.
	reduceWords = 400
)

// reduce drops most of the learned clauses that were of no use lately. In a small formula a
// conflict takes as long as it takes to look through what was learned, so there are few of them.
func (s *solver) reduce() {
	defer s.measure("reduce")()
	s.limits.reductions++
	n := float64(s.limits.reductions)
	interval := max(float64(s.options.reduce)*math.Sqrt(n), float64(s.Words()/reduceWords))
	s.limits.reduce = s.stats.Conflicts + int64(interval)
	fraction := reduceHigh - (reduceHigh-reduceLow)/math.Log10(n+9)
	s.DropLearned(fraction, s.constraining == nil)
}

// switchesMode reports whether the other mode is due. Choices between values are best
// searched in stable mode alone.
func (s *solver) switchesMode() bool {
	switch {
	case s.direct:
		return !s.stable
	case s.focused:
		return false
	case s.stable:
		return s.Ticks >= s.limits.mode
	}
	return s.stats.Conflicts >= s.limits.mode
}

// switchMode goes on in the other mode. Focused mode takes more conflicts
// each time, and stable mode after it as many ticks.
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
	s.beginBurst()
}

// updatePhases keeps the values of the first n of the trail, where there was no
// conflict, if there were never so many.
func (s *solver) updatePhases(n int) {
	if s.stable {
		s.targetSize = keepLarger(s.target, s.targetSize, s.Trail[:n])
		s.bestSize = keepLarger(s.best, s.bestSize, s.Trail[:n])
	}
}

// keepLarger makes the values of some literals phases if they are more than size, and
// returns the larger number.
func keepLarger(phases []int8, size int, lits []clause.Lit) int {
	if len(lits) <= size {
		return size
	}
	for _, l := range lits {
		phases[l.Var()] = l.Sign()
	}
	return len(lits)
}

// rephase chooses new phases, which are the target, too: in turn the best, those of a
// local search, and those of the beginning or their opposites.
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
		s.bestSize = 0 // for better ones from now on
	case 2, 5:
		if s.walks() {
			// a tick of a walk takes several times as long as one of search
			s.walk(max(1e5, int64(0.3*float64(s.Ticks-s.limits.walkTicks))), 0)
			s.limits.walkTicks = s.Ticks
		}
	case 3:
		s.setPhases(-1)
	case 0:
		s.setPhases(1)
	}
	copy(s.target, s.saved)
	s.targetSize = 0
	n := float64(s.rephased)
	s.limits.rephase = s.stats.Conflicts + int64(float64(s.options.rephase)*n*math.Pow(math.Log10(n+9), 3))
}

func (s *solver) setPhases(phase int8) {
	for v := range s.saved {
		s.saved[v] = phase
	}
}
