package engine

import (
	"sync"
	"time"
)

// Work is what one engine has done for a task.
type Work struct {
	Engine        string
	Build, Search time.Duration
	Nodes         uint64 // decisions, or nodes of the search tree
	Propagations  uint64 // literals and clauses looked at, or 0 if they are not counted
}

// Stats collect the work that a task has cost. They are safe for concurrent
// use, and the zero value is empty.
type Stats struct {
	mu   sync.Mutex
	work []Work
}

// Work returns what was done, in the order in which it ended.
func (s *Stats) Work() []Work {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Work(nil), s.work...)
}

// A Meter measures the work of one engine. Use Task.Meter to begin.
type Meter struct {
	stats *Stats
	work  Work
	since time.Time
}

// Meter begins to measure.
func (t *Task) Meter(engine string) *Meter {
	return &Meter{stats: t.Stats, work: Work{Engine: engine}, since: time.Now()}
}

// Built says that the search begins.
func (m *Meter) Built() {
	now := time.Now()
	m.work.Build, m.since = now.Sub(m.since), now
}

// Done says that the search has ended.
func (m *Meter) Done(nodes, propagations uint64) {
	if m.stats == nil {
		return
	}
	m.work.Search, m.work.Nodes, m.work.Propagations = time.Since(m.since), nodes, propagations
	m.stats.mu.Lock()
	defer m.stats.mu.Unlock()
	m.stats.work = append(m.stats.work, m.work)
}
