package sat

import (
	"time"

	"queens/cmd/qsat/internal/engine"
)

// Stats collect what questions have cost. The zero value is empty.
type Stats struct{ stats engine.Stats }

// Work is what one engine has done.
type Work struct {
	Engine        string
	Runs          int // how often it was asked
	Build, Search time.Duration
	Counts
	Techniques []Technique // what the search has spent its time with
}

// Counts are the numbers of what happened in a search, 0 also for what an engine does
// not have or does not count.
type Counts struct {
	Conflicts, Decisions, Propagations, Restarts int64
	Learned, Kept                                int64 // clauses, and those of them still there at the end
	Fixed, Eliminated, Substituted               int64 // variables
	Components, CacheHits                        int64 // components looked up in the cache, and found there
	CacheEntries, CacheBytes                     int64 // at the end
	Rejected                                     int64 // arguments that the checker rejected
}

// A Technique is one of the ways in which a search simplifies or goes on.
type Technique struct {
	Name string
	Time time.Duration
}

// Work returns what was done, by engine, in the order in which they first ended.
func (s *Stats) Work() []Work {
	var list []Work
	for _, w := range s.stats.Work() {
		public := Work{Engine: w.Engine, Runs: w.Runs, Build: w.Build, Search: w.Search, Counts: Counts(w.Counts)}
		for _, t := range w.Techniques {
			public.Techniques = append(public.Techniques, Technique(t))
		}
		list = append(list, public)
	}
	return list
}
