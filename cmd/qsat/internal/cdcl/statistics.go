package cdcl

import (
	"fmt"
	"time"

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
	c.Propagations, c.Fixed = s.Propagations, int64(s.NumFixed())
	c.Eliminated, c.Substituted = s.simplifier.Stats.Eliminated, s.simplifier.Stats.Substituted
	if c.Learned == 0 {
		return c
	}
	_, kept := s.NumLong()
	c.Kept = int64(kept)
	for l := range s.Literals {
		for _, w := range s.Watching(l) {
			if w.IsLearned() && l < w.Lit() && !s.Unwatched {
				c.Kept++
			}
		}
	}
	return c
}

// status says how far the search is.
func (s *solver) status() string {
	pace := float64(s.stats.Conflicts) / time.Since(s.times.began).Seconds()
	left := s.Vars - s.NumFixed() - s.gone
	irredundant, learned := s.NumLong()
	return fmt.Sprintf("%d conflicts, %.0f a second, %d variables left, %d irredundant and %d learned clauses",
		s.stats.Conflicts, pace, left, irredundant, learned)
}
