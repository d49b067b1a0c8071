// Package stats says what a search has cost, by the engines that did the work.
package stats

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
	Techniques Techniques // of the search, nil if their times are not measured
}

// Counts are the numbers of steps and results of a search. An engine that does not have or does not
// count one of them leaves it 0.
type Counts struct {
	Conflicts, Decisions, Propagations, Restarts int64
	Learned, Kept                                int64 // clauses, and those of them still there at the end
	Fixed, Eliminated, Substituted               int64 // variables
	Components, CacheHits                        int64 // components looked up in the cache, and found there
	CacheEntries, CacheBytes                     int64 // at the end
	Rejected                                     int64 // arguments that the checker rejected
}

// Techniques say what a search has spent its time with, such as ways to simplify.
type Techniques []Technique

// A Technique is one of them.
type Technique struct {
	Name string
	Time time.Duration
}

// Add adds to the time of a technique.
func (t *Techniques) Add(name string, d time.Duration) {
	i := slices.IndexFunc(*t, func(x Technique) bool { return x.Name == name })
	if i < 0 {
		i = len(*t)
		*t = append(*t, Technique{Name: name})
	}
	(*t)[i].Time += d
}

// Stats collect the work that a task has cost. They are safe for concurrent
// use, and the zero value is empty.
type Stats struct {
	mu    sync.Mutex
	work  []Work
	steps []string
}

// Steps returns the steps of the schedule of auto that ran, in the order in which they first ended.
func (s *Stats) Steps() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.steps)
}

// Step says that a step has run. S may be nil.
func (s *Stats) Step(name string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.steps, name) {
		s.steps = append(s.steps, name)
	}
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
	w.Components += x.Components
	w.CacheHits += x.CacheHits
	w.Rejected += x.Rejected
	techniques := slices.Clone(x.Techniques)
	for _, t := range w.Techniques {
		techniques.Add(t.Name, t.Time)
	}
	w.Techniques = techniques
	*x = w
}

// A Meter measures the work of one engine: the Counts and Techniques are for the engine
// to set.
type Meter struct {
	Work
	stats *Stats // nil if nobody asks for them
	start time.Time
}

// NewMeter begins to measure for s, which may be nil.
func NewMeter(s *Stats, engine string) *Meter {
	return &Meter{stats: s, Work: Work{Engine: engine, Runs: 1}, start: time.Now()}
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
