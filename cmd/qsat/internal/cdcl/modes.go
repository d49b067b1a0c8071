package cdcl

import "math"

// switchesMode reports whether it is time to change the mode. With s.onlyStable, it is time only
// while the mode is focused mode. Otherwise focused mode ends after a number of conflicts, and
// stable mode after a number of ticks of searching, both in s.limits.mode.
func (s *solver) switchesMode() bool {
	switch {
	case s.onlyStable:
		return !s.stable
	case s.stable:
		return s.searchTicks() >= s.limits.mode
	}
	return s.stats.Conflicts >= s.limits.mode
}

// switchMode goes to level s.base, changes the mode, and sets s.limits.mode to the end of the new
// mode. Stretch n of focused mode, from 1, takes options.mode*n*log10(n+9)^4 conflicts, and the
// stretch of stable mode after it the same number of ticks. switchMode counts the change, and sets
// the number of conflicts before the next restart. The averages begin anew; in stable mode also the
// sequence of restarts. The unassigned variables that are not dropped return to the decision order
// of the new mode.
func (s *solver) switchMode() {
	s.backtrack(0)
	s.switches++
	if s.stable {
		n := float64(s.switches/2 + 1)
		s.limits.mode = s.stats.Conflicts + int64(float64(s.options.mode)*n*math.Pow(math.Log10(n+9), 4))
		s.limits.modeStarted = s.searchTicks()
	} else {
		s.limits.mode = 2*s.searchTicks() - s.limits.modeStarted
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
