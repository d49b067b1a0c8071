package engine

import (
	"slices"
	"sync"
	"time"
)

// Work is the work of one engine for a task.
type Work struct {
	Engine        string        // the name of the engine
	Runs          int           // the number of calls of the engine
	Build, Search time.Duration // the time before the search, and the time of the search
	Counts
	Techniques Techniques // nil if their times are not measured
}

// Counts holds the numbers of steps and results of a search. A number that an engine does
// not have or does not count is 0.
type Counts struct {
	Conflicts, Decisions, Propagations, Restarts int64
	Ticks                                        int64 // the time of propagation, in a unit that does not depend on the clock
	Learned, Kept                                int64 // clauses learned, and learned clauses that are left at the end
	Fixed, Eliminated, Substituted               int64 // numbers of variables at the end
	Components, CacheHits                        int64 // components looked up in the cache, and those found there
	CacheEntries, CacheBytes                     int64 // size of the cache at the end
	Rejected                                     int64 // arguments that the checker rejected
}

// Techniques holds the times of the techniques that a search uses, such as ways to simplify clauses.
// The names are different.
type Techniques []Technique

// A Technique is the name of a technique and its total time.
type Technique struct {
	Name string
	Time time.Duration
}

// Add adds d to the time of the technique called name, and appends the technique if it is new.
func (t *Techniques) Add(name string, d time.Duration) {
	i := slices.IndexFunc(*t, func(x Technique) bool { return x.Name == name })
	if i < 0 {
		i = len(*t)
		*t = append(*t, Technique{Name: name})
	}
	(*t)[i].Time += d
}

// Stats collects the work for a task. It is safe for concurrent use, and the zero value is
// empty.
type Stats struct {
	mu    sync.Mutex
	work  []Work
	steps []string
}

// Steps returns the names of the methods of auto that ran, in the order in which each first
// ended.
func (s *Stats) Steps() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.steps)
}

// Step records that the method of auto called name has run. It does nothing if s is nil.
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

// Work returns the work of each engine, in the order in which each first ended.
func (s *Stats) Work() []Work {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.work)
}

// add adds w to the work of the same engine. The numbers of w replace the older ones for clauses,
// variables and the cache at the end: Kept, Fixed, Eliminated, Substituted, CacheEntries, CacheBytes.
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
	w.Ticks += x.Ticks
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

// A Meter measures the work of one call of an engine. The engine sets Counts and Techniques, and calls
// Built and then Done.
type Meter struct {
	Work
	stats *Stats // nil if the statistics are not collected
	start time.Time
	idle  time.Duration // the time since Built that does not count as search
}

// Meter returns a new Meter that measures the work of the engine called engine from now on.
func (t *Task) Meter(engine string) *Meter {
	return &Meter{stats: t.Stats, Work: Work{Engine: engine, Runs: 1}, start: time.Now()}
}

// Built marks the end of the building time and the start of the search.
func (m *Meter) Built() { m.Build = max(time.Since(m.start), 1) }

// Idle subtracts d from the time of the search.
func (m *Meter) Idle(d time.Duration) { m.idle += d }

// Done ends the measurement, sets Search, and adds the work to the Stats of the task. If Built was not
// called, the whole time counts as Build. An engine calls Done also if it has no answer.
func (m *Meter) Done() {
	if total := time.Since(m.start); m.Build == 0 {
		m.Build = total
	} else {
		m.Search = total - m.Build - m.idle
	}
	if m.stats != nil {
		m.stats.add(m.Work)
	}
}
