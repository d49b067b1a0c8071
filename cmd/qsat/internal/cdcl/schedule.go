package cdcl

import (
	"cmp"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

const (
	restartMargin = 1.1
	reduceLow     = 0.5 // of the candidates at first, and later up to
	reduceHigh    = 0.9
)

// restarts reports whether to restart: in stable mode rarely, by reluctant
// doubling, otherwise as soon as the glue of late is above that since the mode began.
//
// Source: C. Oh, "Between SAT and UNSAT: The Fundamental Difference in CDCL SAT",
// SAT 2015; A. Biere and A. Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015.
func (s *solver) restarts() bool {
	if s.Level() == 0 || s.stats.conflicts < s.limits.restart {
		return false
	}
	if s.stable {
		return s.limits.reluctant
	}
	return s.fastGlue.value > restartMargin*s.slowGlue.value
}

// restart takes back the decisions that would not be taken again.
func (s *solver) restart() {
	s.stats.restarts++
	s.limits.reluctant = false
	if s.second {
		s.backtrack(0)
		s.importShared()
	} else {
		s.backtrack(s.reusable())
	}
	s.limits.restart = s.stats.conflicts + s.options.restart
}

// reusable returns how many levels begin with a decision that would be taken
// before the next one.
//
// Source: P. van der Tak, A. Ramos and M. J. H. Heule, "Reusing the Assignment
// Trail in CDCL Solvers", JSAT 7, 2011.
func (s *solver) reusable() int {
	level := min(s.Level(), len(s.assumptions))
	if level == s.Level() {
		return level
	}
	next := s.next()
	for level < s.Level() {
		v := uint32(s.Trail[s.LevelStart(level+1)] >> 1)
		if s.stable && !s.scores.Before(v, next) || !s.stable && s.queue.stamp[v] < s.queue.stamp[next] {
			break
		}
		level++
	}
	return level
}

// reduce drops more than half of the learned clauses that were of no use lately.
//
// Source: G. Audemard and L. Simon, "Predicting Learnt Clauses Quality in Modern
// SAT Solvers", IJCAI 2009; the tiers of C. Oh, SAT 2015.
func (s *solver) reduce() {
	defer s.measure("reduce")()
	s.limits.reductions++
	n := float64(s.limits.reductions)
	s.limits.reduce = s.stats.conflicts + int64(float64(s.options.reduce)*math.Sqrt(n))
	s.protect(true)
	var candidates []clause.Ref
	for _, c := range s.Clauses {
		if !s.Has(c, clause.Learned) || s.Has(c, clause.Garbage) {
			continue
		}
		used := s.Unuse(c)
		if glue := s.Glue(c); glue <= tier1 || glue <= tier2 && used > 0 || s.Has(c, clause.Protected) {
			continue
		}
		candidates = append(candidates, c)
	}
	slices.SortFunc(candidates, func(a, b clause.Ref) int {
		return cmp.Or(cmp.Compare(s.Glue(b), s.Glue(a)), cmp.Compare(s.Size(b), s.Size(a)), cmp.Compare(a, b))
	})
	fraction := reduceHigh - (reduceHigh-reduceLow)/math.Log10(n+9)
	for _, c := range candidates[:int(fraction*float64(len(candidates)))] {
		s.Remove(c)
	}
	s.protect(false)
	s.Collect()
}

// protect marks the clauses that are reasons, or takes the marks away.
func (s *solver) protect(on bool) {
	for _, l := range s.Trail {
		if r := s.States[l>>1].Reason; r != 0 && !r.IsBinary() {
			if on {
				s.Set(r.Ref(), clause.Protected)
			} else {
				s.Clear(r.Ref(), clause.Protected)
			}
		}
	}
}

// switchesMode reports whether the other mode is due.
func (s *solver) switchesMode() bool {
	if s.stable {
		return s.Ticks >= s.limits.mode
	}
	return s.stats.conflicts >= s.limits.mode
}

// switchMode goes on in the other mode. A phase of focused mode takes more
// conflicts each time, and the one of stable mode after it as many ticks.
func (s *solver) switchMode() {
	s.backtrack(0)
	s.phases++
	if s.stable {
		n := float64(s.phases/2 + 1)
		s.limits.mode = s.stats.conflicts + int64(float64(s.options.mode)*n*math.Pow(math.Log10(n+9), 4))
		s.limits.modeStarted = s.Ticks
	} else {
		s.limits.mode = s.Ticks + (s.Ticks - s.limits.modeStarted)
	}
	s.averages = newAverages()
	s.stable = !s.stable
	if s.stable {
		for v := 1; v <= s.Vars; v++ {
			if s.Values[2*v] == 0 && !s.dropped[v] {
				s.scores.Push(uint32(v))
			}
		}
		s.reluctant, s.limits.reluctant = newReluctant(), false
	} else {
		s.queue.search = s.queue.last
	}
	s.limits.restart = s.stats.conflicts + s.options.restart
	s.beginBurst()
}

// updatePhases keeps the values of the first n of the trail, where there was no
// conflict, if there were never so many.
func (s *solver) updatePhases(n int) {
	if !s.stable {
		return
	}
	if n > s.targetSize {
		s.targetSize = n
		for _, l := range s.Trail[:n] {
			s.target[l>>1] = 1 - 2*int8(l&1)
		}
	}
	if n > s.bestSize {
		s.bestSize = n
		for _, l := range s.Trail[:n] {
			s.best[l>>1] = 1 - 2*int8(l&1)
		}
	}
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
		s.useBest()
	case 2, 5:
		if s.options.walk {
			s.walk(walkEffort(s.Ticks-s.limits.walkTicks), 0)
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
	s.limits.rephase = s.stats.conflicts + int64(float64(s.options.rephase)*n*math.Pow(math.Log10(n+9), 3))
}

// useBest makes the best values the phases, and begins to look for better ones.
func (s *solver) useBest() {
	for v, phase := range s.best {
		if phase != 0 {
			s.saved[v] = phase
		}
	}
	s.bestSize = 0
}

func (s *solver) setPhases(phase int8) {
	for v := range s.saved {
		s.saved[v] = phase
	}
}
