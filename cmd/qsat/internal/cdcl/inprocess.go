package cdcl

import (
	"context"
	"math"

	"queens/cmd/qsat/internal/simplify"
)

const (
	// Parts of the ticks of search.
	vivifyEffort    = 0.20
	probeEffort     = 0.05
	subsumeEffort   = 0.10
	eliminateEffort = 0.20

	// Ticks for each word of the clauses, before search.
	firstEffort = 10
)

// bounds returns the bounds of an elimination.
func bounds(ticks int64) simplify.Bounds {
	return simplify.Bounds{Ticks: ticks, Growth: 16, Occurrences: 1000, Width: 100}
}

// preprocess simplifies the clauses before the search.
func (s *Solver) preprocess(ctx context.Context) {
	words := int64(len(s.Arena))
	for l := range s.Watches {
		words += int64(len(s.Watches[l]))
	}
	if s.substitute {
		end := s.measure("substitute")
		s.simplifier.Substitute(ctx)
		end()
	}
	if s.probe {
		end := s.measure("probe")
		s.simplifier.Probe(ctx, firstEffort*words)
		end()
	}
	if s.eliminate {
		end := s.measure("eliminate")
		s.simplifier.Eliminate(ctx, bounds(firstEffort*words))
		end()
	}
	s.dropInactive()
}

// inprocess simplifies the clauses between two stretches of search.
func (s *Solver) inprocess(ctx context.Context) {
	s.backtrack(0)
	s.limits.inprocessed++
	before := s.Ticks
	search := s.Ticks - s.limits.ticksBefore
	share := func(effort float64) int64 { return int64(effort * float64(search)) }
	if s.substitute {
		end := s.measure("substitute")
		s.simplifier.Substitute(ctx)
		end()
	}
	if s.probe {
		end := s.measure("probe")
		s.simplifier.Probe(ctx, share(probeEffort))
		end()
	}
	if s.options.vivify && !s.Unsat && !s.stops() {
		s.vivify(share(vivifyEffort))
	}
	if s.limits.inprocessed%s.rounds == 0 && !s.Unsat {
		if s.subsume {
			end := s.measure("subsume")
			s.simplifier.Subsume(ctx, s.rounds*share(subsumeEffort))
			end()
		}
		if s.eliminate {
			end := s.measure("eliminate")
			s.simplifier.Eliminate(ctx, bounds(s.rounds*share(eliminateEffort)))
			end()
		}
	}
	s.dropInactive()
	n := float64(s.limits.inprocessed)
	s.limits.inprocess = s.stats.conflicts + int64(float64(s.options.inprocess)*math.Log2(n+1))
	if s.limits.modeStarted += s.Ticks - before; s.stable {
		s.limits.mode += s.Ticks - before
	}
	s.limits.ticksBefore = s.Ticks
}

// dropInactive takes the variables that have gone from the orders of decision.
func (s *Solver) dropInactive() {
	s.gone = 0
	for v := uint32(1); v <= uint32(s.Vars); v++ {
		if s.simplifier.Active(v) || s.Values[2*v] != 0 {
			continue
		}
		s.gone++
		if !s.dropped[v] {
			s.dropped[v] = true
			s.queue.remove(v)
		}
	}
	list := s.scores.list
	s.scores.list = nil
	for _, v := range list {
		s.scores.at[v] = 0
	}
	for _, v := range list {
		if !s.dropped[v] {
			s.scores.push(v)
		}
	}
}
