package engine

import (
	"slices"
	"sync"
	"time"
)

// Work is what one engine has done for a task.
type Work struct {
	Engine        string
	Runs          int // how often it was asked
	Build, Search time.Duration
	Counts
	Phases []Phase // of the search, if they are told apart
}

// Counts are the numbers of what happened in a search, 0 also for what an engine does
// not have or does not count.
type Counts struct {
	Conflicts, Decisions, Propagations, Restarts int64
	Learned, Kept                                int64 // clauses, and those of them still there at the end
	Fixed, Eliminated, Substituted               int64 // variables
}

// A Phase is a part of a search, such as one way to simplify.
type Phase struct {
	Name  string
	Time  time.Duration
	Ticks int64 // cache lines read, about
}

// Stats collect the work that a task has cost. They are safe for concurrent
// use, and the zero value is empty.
type Stats struct {
	mu   sync.Mutex
	work []Work
}

// Work returns what was done, by engine, in the order in which they first ended.
func (s *Stats) Work() []Work {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.work)
}

// add adds work to that of the same engine.
func (s *Stats) add(w Work) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.work, func(x Work) bool { return x.Engine == w.Engine })
	if i < 0 {
		s.work = append(s.work, w)
		return
	}
	x := &s.work[i]
	x.Runs += w.Runs
	x.Build += w.Build
	x.Search += w.Search
	x.Counts = x.Counts.plus(w.Counts)
	x.Phases = addPhases(slices.Clone(x.Phases), w.Phases)
}

// plus returns the counts of two searches, one after the other: what is left at the
// end is that of the second.
func (c Counts) plus(d Counts) Counts {
	d.Conflicts += c.Conflicts
	d.Decisions += c.Decisions
	d.Propagations += c.Propagations
	d.Restarts += c.Restarts
	d.Learned += c.Learned
	return d
}

// addPhases adds up the phases of the same name.
func addPhases(list, more []Phase) []Phase {
	for _, p := range more {
		i := slices.IndexFunc(list, func(x Phase) bool { return x.Name == p.Name })
		if i < 0 {
			list = append(list, p)
			continue
		}
		list[i].Time += p.Time
		list[i].Ticks += p.Ticks
	}
	return list
}

// A Meter measures the work of one engine. Use Task.Meter to begin.
type Meter struct {
	stats *Stats
	work  Work
	since time.Time
	built bool
}

// Meter begins to measure.
func (t *Task) Meter(engine string) *Meter {
	return &Meter{stats: t.Stats, work: Work{Engine: engine, Runs: 1}, since: time.Now()}
}

// Built says that the search begins.
func (m *Meter) Built() {
	now := time.Now()
	m.work.Build, m.since, m.built = now.Sub(m.since), now, true
}

// IsWanted reports whether anybody asks what the work has cost.
func (m *Meter) IsWanted() bool { return m.stats != nil }

// Done says that the work has ended, with or without an answer.
func (m *Meter) Done(c Counts, phases ...Phase) {
	if m.stats == nil {
		return
	}
	if !m.built {
		m.work.Build = time.Since(m.since)
	} else {
		m.work.Search = time.Since(m.since)
	}
	m.work.Counts, m.work.Phases = c, phases
	m.stats.add(m.work)
}
