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
	Phases []Phase // of the search, nil if their times are not measured
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

// add adds work to that of the same engine. Of what is left at the end that of the
// last one counts.
func (s *Stats) add(w Work) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.work, func(x Work) bool { return x.Engine == w.Engine })
	if i < 0 {
		s.work = append(s.work, w)
		return
	}
	x := &s.work[i]
	w.Runs += x.Runs
	w.Build += x.Build
	w.Search += x.Search
	w.Conflicts += x.Conflicts
	w.Decisions += x.Decisions
	w.Propagations += x.Propagations
	w.Restarts += x.Restarts
	w.Learned += x.Learned
	w.Phases = addPhases(slices.Clone(x.Phases), w.Phases)
	*x = w
}

// addPhases adds to a list of phases the times of others, by name.
func addPhases(list, others []Phase) []Phase {
	for _, p := range others {
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

// A Meter measures the work of one engine: the Counts and Phases are for the engine to
// set.
type Meter struct {
	Work
	stats *Stats
	start time.Time
}

// Meter begins to measure.
func (t *Task) Meter(engine string) *Meter {
	return &Meter{stats: t.Stats, Work: Work{Engine: engine, Runs: 1}, start: time.Now()}
}

// Built says that the search begins.
func (m *Meter) Built() { m.Build = max(time.Since(m.start), 1) }

// Done says that the work has ended, with or without an answer.
func (m *Meter) Done() {
	if total := time.Since(m.start); m.Build == 0 {
		m.Build = total
	} else {
		m.Search = total - m.Build
	}
	if m.stats != nil {
		m.stats.add(m.Work)
	}
}
