package cdcl

import (
	"fmt"
	"time"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
)

// A timetable says which technique has taken how long. At any moment there is one; one
// within another is not counted in that.
type timetable struct {
	engine.Techniques
	now   string // the technique
	began time.Time
	since time.Time
}

// searching is what is in no other technique.
const searching = "search"

// measure begins a technique, such as
//
//	defer s.measure("vivify")()
//
// and returns what ends it and goes on with the one before.
func (s *solver) measure(name string) (end func()) {
	before := s.times.now
	s.switchTechnique(name)
	return func() { s.switchTechnique(before) }
}

// switchTechnique charges the time to its technique and goes on with another one.
func (s *solver) switchTechnique(next string) {
	now := time.Now()
	s.times.Add(s.times.now, now.Sub(s.times.since))
	s.times.now, s.times.since = next, now
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
