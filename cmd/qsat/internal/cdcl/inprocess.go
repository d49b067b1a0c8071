package cdcl

import (
	"context"
	"math"

	"queens/cmd/qsat/internal/simplify"
)

const (
	// Shares of the ticks of search.
	vivifyEffort    = 0.20
	probeEffort     = 0.05
	subsumeEffort   = 0.10
	eliminateEffort = 0.20

	// Ticks for each word of the clauses, before search.
	firstEffort = 10
)

// maxGrowth is by how many clauses the elimination of a variable may add in the end:
// it is more from one round to the next, as it does harm where easier variables are
// still to go.
const maxGrowth = 8

// timed uses a technique, if it is wanted, and measures that.
func (s *solver) timed(name string, wanted bool, use func()) {
	if wanted && !s.Unsat {
		defer s.measure(name)()
		use()
	}
}

// units finds equivalent and failed literals.
func (s *solver) units(ctx context.Context, ticks int64) {
	s.timed("substitute", s.substitute, func() { s.simplifier.Substitute(ctx) })
	s.timed("probe", s.probe, func() { s.simplifier.Probe(ctx, ticks) })
}

// eliminateSome eliminates variables.
func (s *solver) eliminateSome(ctx context.Context, ticks int64) {
	s.timed("eliminate", s.eliminate, func() {
		s.simplifier.Eliminate(ctx, simplify.Bounds{Ticks: ticks, Growth: s.growth, Occurrences: 1000, Width: 100})
		s.growth = min(max(1, 2*s.growth), maxGrowth)
	})
}

// preprocess simplifies the clauses before the search.
func (s *solver) preprocess(ctx context.Context) {
	ticks := firstEffort * s.words()
	s.units(ctx, ticks)
	s.eliminateSome(ctx, ticks)
	s.dropInactive()
}

// words returns how large the clauses and their watch lists are.
func (s *solver) words() int64 { return int64(s.Words() + s.NumWatches()) }

// inprocess simplifies the clauses between two stretches of search.
func (s *solver) inprocess(ctx context.Context) {
	s.backtrack(0)
	s.limits.inprocessed++
	before := s.Ticks
	search := s.Ticks - s.limits.ticksBefore
	share := func(effort float64) int64 { return int64(effort * float64(search)) }
	s.units(ctx, share(probeEffort))
	if s.options.vivify && !s.Unsat && !s.stops() {
		s.vivify(share(vivifyEffort))
	}
	if s.limits.inprocessed%s.rounds == 0 {
		s.timed("subsume", s.subsume, func() { s.simplifier.Subsume(ctx, s.rounds*share(subsumeEffort)) })
		s.eliminateSome(ctx, s.rounds*share(eliminateEffort))
	}
	s.dropInactive()
	n := float64(s.limits.inprocessed)
	s.limits.inprocess = s.stats.Conflicts + int64(float64(s.options.inprocess)*math.Log2(n+1))
	if s.limits.modeStarted += s.Ticks - before; s.stable {
		s.limits.mode += s.Ticks - before
	}
	s.limits.ticksBefore = s.Ticks
}

// dropInactive takes the variables that have gone from the queue, and from the scores
// when they are the first.
func (s *solver) dropInactive() {
	s.gone = 0
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
