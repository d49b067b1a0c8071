package cdcl

import (
	"math"

	"queens/cmd/qsat/internal/simplify"
)

// A technique makes the clauses simpler between two stretches of search. A new one is a
// file with a method of the solver, and an entry of techniques.
type technique struct {
	name   string
	effort float64 // ticks for each one of search
	first  bool    // used before the search, too
	rare   bool    // used in one of options.rounds rounds alone, for the ticks of all of these
	use    func(s *solver, ticks int64)
}

// techniques are all, in the order in which they are used.
var techniques = []technique{
	{name: "substitute", first: true, use: func(s *solver, _ int64) { s.simplifier.Substitute(s.ctx) }},
	{name: "congruence", first: true, use: func(s *solver, ticks int64) { s.simplifier.Congruence(s.ctx, ticks) }},
	{name: "probe", effort: 0.05, first: true, use: func(s *solver, ticks int64) { s.simplifier.Probe(s.ctx, ticks) }},
	{name: "vivify", effort: 0.20, use: (*solver).vivify},
	{name: "subsume", effort: 0.10, rare: true, use: func(s *solver, ticks int64) { s.simplifier.Subsume(s.ctx, ticks) }},
	{name: "eliminate", effort: 0.20, first: true, rare: true, use: (*solver).eliminate},
}

const (
	// firstEffort is the ticks of a technique before the search, for each word of the clauses.
	firstEffort = 10
	// maxGrowth is by how many clauses the elimination of a variable may add in the end:
	// it is more from one round to the next, as it does harm where easier variables are
	// still to go.
	maxGrowth = 8
)

// eliminate eliminates variables.
func (s *solver) eliminate(ticks int64) {
	s.simplifier.Eliminate(s.ctx, simplify.Bounds{Ticks: ticks, Growth: s.growth, Occurrences: 1000, Width: 100})
	s.growth = min(max(1, 2*s.growth), maxGrowth)
}

// apply uses a technique, unless the clauses are refuted, and measures that.
func (s *solver) apply(t technique, ticks int64) {
	if !s.Unsat {
		defer s.measure(t.name)()
		t.use(s, ticks)
	}
}

// preprocess simplifies the clauses before the search.
func (s *solver) preprocess() {
	ticks := firstEffort * s.words()
	for _, t := range s.options.techniques {
		if t.first {
			s.apply(t, ticks)
		}
	}
	s.dropInactive()
}

// words returns how large the clauses and their watch lists are.
func (s *solver) words() int64 { return int64(s.Words() + s.NumWatches()) }

// inprocess simplifies the clauses between two stretches of search.
func (s *solver) inprocess() {
	s.backtrack(0)
	s.limits.inprocessed++
	before := s.Ticks
	search := float64(s.Ticks - s.limits.ticksBefore)
	for _, t := range s.options.techniques {
		if ticks := int64(t.effort * search); !t.rare {
			s.apply(t, ticks)
		} else if s.limits.inprocessed%s.options.rounds == 0 {
			s.apply(t, s.options.rounds*ticks)
		}
	}
	s.dropInactive()
	n := float64(s.limits.inprocessed)
	s.limits.inprocess = s.stats.Conflicts + int64(float64(s.options.inprocess)*math.Log2(n+1))
	if s.limits.modeStarted += s.Ticks - before; s.stable {
		s.limits.mode += s.Ticks - before
	}
	s.limits.ticksBefore = s.Ticks
	s.shareUnits()
	if s.begin != nil && s.stats.Conflicts >= secondConflicts && s.Words() <= secondWords && !s.Unsat && !s.Unwatched {
		s.begin()
	}
}

// dropInactive takes the variables that have gone from the queue, and from the scores
// when they are the first.
func (s *solver) dropInactive() {
	s.gone, s.same = 0, 0
	for v := range s.Variables {
		if s.simplifier.Active(v) || s.IsAssigned(v) {
			continue
		}
		s.gone++
		if !s.dropped[v] {
			s.dropped[v] = true
			s.queue.remove(v)
		}
	}
}
