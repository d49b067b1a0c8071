package cdcl

import (
	"fmt"
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

// newTimetable returns a timetable that begins with the search.
func newTimetable(ticks int64) timetable {
	now := time.Now()
	return timetable{phases: []engine.Phase{{Name: searchPhase}}, began: now, since: now, ticks: ticks}
}

// measure begins a phase, such as
//
//	defer s.measure("vivify")()
//
// and returns what ends it and goes on with the one before.
func (s *solver) measure(name string) (end func()) {
	before := s.times.now
	s.switchPhase(s.times.find(name))
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

// find returns the phase of a name.
func (t *timetable) find(name string) int {
	for i := range t.phases {
		if t.phases[i].Name == name {
			return i
		}
	}
	t.phases = append(t.phases, engine.Phase{Name: name})
	return len(t.phases) - 1
}

// counts returns what has happened so far.
func (s *solver) counts() engine.Counts {
	return engine.Counts{
		Conflicts: s.stats.conflicts, Decisions: s.stats.decisions, Propagations: s.Propagations, Restarts: s.stats.restarts,
		Learned: s.stats.learned, Kept: s.kept(),
		Fixed: int64(s.fixed()), Eliminated: s.simplifier.Stats.Eliminated, Substituted: s.simplifier.Stats.Substituted,
	}
}

// fixed returns how many variables have their value for good.
func (s *solver) fixed() int {
	if s.Level() > 0 {
		return s.LevelStart(1)
	}
	return len(s.Trail)
}

// kept returns how many learned clauses there are, without those of two literals if
// simplification was stopped while clauses are not watched.
func (s *solver) kept() int64 {
	if s.stats.learned == 0 {
		return 0
	}
	_, long := s.longClauses()
	if s.Unwatched {
		return int64(long)
	}
	halves := 0
	for _, list := range s.Watches {
		for _, w := range list {
			if w.IsLearned() {
				halves++
			}
		}
	}
	return int64(long + halves/2)
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
	pace := float64(s.stats.conflicts) / time.Since(s.times.began).Seconds()
	left := s.Vars - s.fixed() - s.gone
	irredundant, learned := s.longClauses()
	return fmt.Sprintf("%d conflicts, %.0f a second, %d variables left, %d irredundant and %d learned clauses",
		s.stats.conflicts, pace, left, irredundant, learned)
}
