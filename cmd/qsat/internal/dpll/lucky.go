package dpll

import (
	"context"

	"queens/cmd/qsat/internal/clause"
)

// lucky looks for a model in four attempts: it gives the unassigned variables the same
// value, in ascending or in descending order, and propagates after each. An attempt ends at
// its first conflict. If one meets no conflict, all variables are assigned, and lucky
// returns true. Otherwise only the literals that follow from units stay true, and s.empty is set if
// they have a conflict. There must be no decisions. Some formulas from applications have such
// models. An attempt takes at most as long as reading the clauses, and does not count for the
// limit.
//
// Source: A. Biere, "CaDiCaL at the SAT Race 2019", SAT Race 2019, for lucky phases.
func (s *search) lucky(ctx context.Context) bool {
	s.ctx, s.err, s.triesLucky = ctx, context.Cause(ctx), false
	limit, before := s.limit, s.steps
	s.limit = unlimited
	defer func() {
		s.limit = limit + s.steps - before
		s.poll = min(s.poll, s.limit)
	}()
	if s.empty || !s.propagate() {
		s.empty = s.empty || s.err == nil
		return false
	}
	fixed := len(s.trail)
	for _, sign := range []int{-1, 1} {
		for _, step := range []int{1, -1} {
			if s.uniform(sign, step) {
				return true
			}
			s.undo(fixed)
		}
	}
	return false
}

// uniform gives all unassigned variables the value of sign, in ascending order if step is 1
// and in descending order if it is -1, and propagates after each. It returns false at the first
// conflict, or if the search must stop.
func (s *search) uniform(sign, step int) bool {
	v := 1
	if step < 0 {
		v = s.vars
	}
	for ; v > 0 && v <= s.vars; v += step {
		l := clause.Positive(v)
		if sign < 0 {
			l = l.Not()
		}
		if s.isAssigned(l) {
			continue
		}
		s.counts.Decisions++
		if s.assign(l); !s.propagate() {
			return false
		}
	}
	return true
}
