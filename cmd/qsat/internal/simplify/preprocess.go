package simplify

import (
	"context"

	"queens/cmd/qsat/internal/clause"
)

// maxRounds is the largest number of rounds of Preprocess.
const maxRounds = 5

// Preprocess simplifies the clauses before a search or a count, in rounds until nothing changes, at most maxRounds. It
// probes, substitutes, subsumes and, unless keep is set, eliminates variables within the bounds b. With congruence, it
// also merges equal gates, and b.Growth is 0 in the first two rounds and halved in the third: probing and merging find
// more before the clauses grow. Frozen variables stay, except for equivalent ones. The argument ticks is the budget of
// each technique in a round, except Substitute. The error is from Eliminate, or the cause if ctx has ended.
func (s *Simplifier) Preprocess(ctx context.Context, ticks int64, b Bounds, keep, congruence bool) error {
	growth := b.Growth
	for round, before := 0, int64(-1); round < maxRounds; round++ {
		now := s.Stats.Substituted + s.Stats.Eliminated + int64(len(s.Trail))
		if now == before && b.Growth == growth {
			break
		}
		before = now
		if congruence {
			b.Growth = growth * min(max(round-1, 0), 2) / 2
			s.Substitute(ctx)
			s.Congruence(ctx, ticks)
		}
		s.Probe(ctx, ticks)
		s.Substitute(ctx)
		s.Subsume(ctx, ticks)
		if keep {
			continue
		}
		if err := s.Eliminate(ctx, ticks, b); err != nil || s.Unsat {
			return err
		}
	}
	s.ReduceTransitively(ctx, ticks)
	return context.Cause(ctx)
}

// Removed yields the clauses of the reconstruction stack, from the first removed to the last: a model of the
// remaining clauses that falsifies a clause must make its first literal true; see push.
func (s *Simplifier) Removed(yield func([]clause.Lit) bool) {
	ends := s.ends()
	for i := len(ends) - 1; i > 0; i-- {
		if !yield(s.stack[ends[i] : ends[i-1]-1]) {
			return
		}
	}
}
