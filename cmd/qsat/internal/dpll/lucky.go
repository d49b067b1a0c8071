package dpll

import (
	"context"

	"queens/cmd/qsat/internal/clause"
)

// lucky looks for a model in up to three attempts: it makes the unassigned variables false in
// ascending order, false in descending order, and true in ascending order, and propagates after
// each; see uniform. It returns true if an attempt assigns all variables. It resets s.triesLucky.
// If the first attempt leaves more than half of the variables unassigned, there is no other
// attempt, because these then fail, too, as on most random formulas. There must be no decisions.
// When lucky returns false, only the literals that follow from units are true; s.empty is set if
// they have a conflict, and s.err if the search must stop. An attempt takes at most a few times as
// long as reading the clauses, and does not count for the limit. Some formulas from applications
// have such models.
//
// Source: A. Biere, "CaDiCaL at the SAT Race 2019", SAT Race 2019, for lucky phases; kissat 4 tries
// the other value.
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
	for i, attempt := range []struct{ sign, step int }{{-1, 1}, {-1, -1}, {1, 1}} {
		if s.uniform(attempt.sign, attempt.step) {
			return true
		}
		assigned := len(s.trail)
		if s.undo(fixed); i == 0 && assigned < s.vars/2 {
			break
		}
	}
	return false
}

// uniform gives all unassigned variables the value of sign (1 or -1), in ascending order if step is
// 1 and in descending order if it is -1, and propagates after each. If that has a conflict, the
// variable gets the other value. uniform returns true if all variables are assigned. It returns
// false if both values have a conflict, if too much propagation has failed (see wastedSteps), or if
// the search must stop; then the caller must undo the assignments.
func (s *search) uniform(sign, step int) bool {
	began, wasted := s.steps, int64(0)
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
		n, before := len(s.trail), s.steps
		if s.assign(l); s.propagate() {
			continue
		}
		s.undo(n)
		wasted += s.steps - before
		if s.err != nil || wasted > s.steps-began-wasted+wastedSteps*int64(s.vars) {
			return false
		}
		if s.assign(l.Not()); !s.propagate() {
			return false
		}
	}
	return true
}
