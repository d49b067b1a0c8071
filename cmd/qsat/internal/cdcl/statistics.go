package cdcl

import (
	"fmt"
	"time"

	"queens/cmd/qsat/internal/engine"
)

// A timetable records the time of each technique. At any moment exactly one technique is
// running; if it calls another one, its own time stops.
type timetable struct {
	engine.Techniques
	now    string    // the running technique
	began  time.Time // when the solver was made
	since  time.Time // when the running technique began or was resumed
	ticks  int64     // the ticks then
	search int64     // the ticks of searching before that
}

// searching is the name of the technique that runs if no other does.
const searching = "search"

// measure starts a technique, as in
//
//	defer s.measure("vivify")()
//
// and returns a function that ends it and resumes the technique before.
func (s *solver) measure(name string) (end func()) {
	before := s.times.now
	s.switchTechnique(name)
	return func() { s.switchTechnique(before) }
}

// switchTechnique adds the time since the last switch to the running technique, and starts
// another one.
func (s *solver) switchTechnique(next string) {
	now := time.Now()
	s.times.Add(s.times.now, now.Sub(s.times.since))
	s.times.search = s.searchTicks()
	s.times.now, s.times.since, s.times.ticks = next, now, s.Ticks
}

// searchTicks returns the number of ticks that searching has taken so far.
func (s *solver) searchTicks() int64 {
	if s.times.now != searching {
		return s.times.search
	}
	return s.times.search + s.Ticks - s.times.ticks
}

// counts returns the statistics so far. Kept is the number of learned clauses in the database, or 0
// if this search has learned no clause. If a simplification stopped while clauses are unwatched, it
// may lack clauses of two literals.
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

// status returns a progress report without a line break: the number of conflicts, conflicts
// per second, the number of variables that are neither fixed nor gone, and the numbers of
// irredundant and learned clauses in the arena.
func (s *solver) status() string {
	pace := float64(s.stats.Conflicts) / time.Since(s.times.began).Seconds()
	left := s.Vars - s.NumFixed() - s.gone
	irredundant, learned := s.NumLong()
	return fmt.Sprintf("%d conflicts, %.0f a second, %d variables left, %d irredundant and %d learned clauses",
		s.stats.Conflicts, pace, left, irredundant, learned)
}
