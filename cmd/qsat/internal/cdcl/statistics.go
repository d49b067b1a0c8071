package cdcl

import (
	"fmt"
	"slices"
	"time"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
)

// A timetable says which phase has taken how much. At any moment there is one phase;
// a phase within another one is not counted in that.
type timetable struct {
	phases []engine.Phase // the first is what is in no other
	now    int            // the phase
	began  time.Time
	since  time.Time
	ticks  int64 // at that time
}

const searchPhase = "search"

// measure begins a phase, such as
//
//	defer s.measure("vivify")()
//
// and returns what ends it and goes on with the one before.
func (s *solver) measure(name string) (end func()) {
	before := s.times.now
	i := slices.IndexFunc(s.times.phases, func(p engine.Phase) bool { return p.Name == name })
	if i < 0 {
		i = len(s.times.phases)
		s.times.phases = append(s.times.phases, engine.Phase{Name: name})
	}
	s.switchPhase(i)
	return func() { s.switchPhase(before) }
}

// switchPhase charges what was done to its phase and goes on with another one.
func (s *solver) switchPhase(next int) {
	t := &s.times
	now := time.Now()
	p := &t.phases[t.now]
	p.Time += now.Sub(t.since)
	p.Ticks += s.Ticks - t.ticks
	t.now, t.since, t.ticks = next, now, s.Ticks
}

// counts returns what has happened so far. Learned clauses of two literals are not among
// those kept if simplification was stopped while clauses are not watched.
func (s *solver) counts() engine.Counts {
	c := s.stats
	c.Propagations, c.Fixed = s.Propagations, int64(s.fixed())
	c.Eliminated, c.Substituted = s.simplifier.Stats.Eliminated, s.simplifier.Stats.Substituted
	if c.Learned == 0 {
		return c
	}
	halves := 0 // of binary clauses
	if !s.Unwatched {
		for _, list := range s.Watches {
			for _, w := range list {
				if w.IsLearned() {
					halves++
				}
			}
		}
	}
	_, long := s.longClauses()
	c.Kept = int64(long + halves/2)
	return c
}

// fixed returns how many variables have their value for good.
func (s *solver) fixed() int {
	if s.Level() > 0 {
		return s.LevelStart(1)
	}
	return len(s.Trail)
}

// longClauses returns how many clauses of three literals and more there are.
func (s *solver) longClauses() (irredundant, learned int) {
	for _, c := range s.Clauses {
		switch {
		case s.Has(c, clause.Garbage):
		case s.Has(c, clause.Learned):
			learned++
		default:
			irredundant++
		}
	}
	return irredundant, learned
}

// status says how far the search is.
func (s *solver) status() string {
	pace := float64(s.stats.Conflicts) / time.Since(s.times.began).Seconds()
	left := s.Vars - s.fixed() - s.gone
	irredundant, learned := s.longClauses()
	return fmt.Sprintf("%d conflicts, %.0f a second, %d variables left, %d irredundant and %d learned clauses",
		s.stats.Conflicts, pace, left, irredundant, learned)
}
