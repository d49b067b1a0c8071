package dpll

import (
	"context"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// assign makes an unassigned literal true.
func (s *search) assign(l clause.Lit) {
	s.values.Add(l)
	s.trail = append(s.trail, l)
}

// makeTrue makes l true. It returns false, and does nothing, if l is false.
func (s *search) makeTrue(l clause.Lit) bool {
	if s.values.Has(l ^ 1) {
		return false
	}
	if !s.values.Has(l) {
		s.assign(l)
	}
	return true
}

// isAssigned reports whether the variable of l has a value.
func (s *search) isAssigned(l clause.Lit) bool { return s.values.Has(l) || s.values.Has(l.Not()) }

// propagate makes all literals true that follow from the trail by unit propagation. It
// returns false on a conflict, or if the search must stop; then s.err is set. The
// implications of all literals come before the long clauses of any literal, because they
// cost less.
func (s *search) propagate() bool {
	for s.err == nil {
		for s.implied < len(s.trail) {
			if !s.imply() {
				return false
			}
		}
		if s.counted == len(s.trail) {
			return true
		}
		if s.counted%batch == 0 {
			s.long.fetch(s.trail[s.counted:min(len(s.trail), s.counted+batch)])
		}
		l := s.trail[s.counted]
		s.counted++
		if s.long.has(l) && !s.updateCounters(l) {
			return false
		}
	}
	return false
}

// imply makes true the literals that binary clauses imply from the next literals of the trail, up
// to batch. It returns false on a conflict or if the search must stop.
func (s *search) imply() bool {
	next := s.trail[s.implied:]
	next = next[:min(len(next), batch)]
	s.implications.fetch(next)
	for _, l := range next {
		if s.interrupted() {
			return false
		}
		implied := s.implications.list(l)
		s.implied++
		s.counts.Propagations++
		s.steps += int64(len(implied))
		for _, m := range implied {
			if !s.makeTrue(clause.Lit(m)) {
				return false
			}
		}
	}
	return true
}

// updateCounters updates the counters of the long clauses and the unsatisfied clauses of both
// stages after l has become true, and makes unit literals true. It returns false on a conflict, but
// updates all counters even then, so that restoreCounters can undo them.
func (s *search) updateCounters(l clause.Lit) bool {
	satisfied, shortened := s.long.with(l), s.long.with(l.Not())
	s.steps += int64(len(satisfied) + len(shortened))
	for _, c := range satisfied {
		n := &s.long.counts[c]
		if n.satisfied++; n.satisfied == 1 {
			s.stages[0].unsatisfied.remove(c)
			s.stages[1].unsatisfied.remove(c)
		}
	}
	ok := true
	for _, c := range shortened {
		n := &s.long.counts[c]
		if n.notFalse--; n.notFalse < 2 && n.satisfied == 0 && ok {
			ok = slices.ContainsFunc(s.long.literals(c), s.makeTrue) // the first literal that is not false
		}
	}
	return ok
}

// undo shortens the trail to its first n literals, and restores the counters.
func (s *search) undo(n int) {
	for i := len(s.trail) - 1; i >= n; i-- {
		l := s.trail[i]
		s.values.Remove(l)
		if i < s.counted && s.long.has(l) {
			s.restoreCounters(l)
		}
	}
	s.trail = s.trail[:n]
	s.implied, s.counted = min(s.implied, n), min(s.counted, n)
}

// restoreCounters reverses the changes that updateCounters(l) has made to the counters and the
// unsatisfied clauses. The values of literals are left to undo.
func (s *search) restoreCounters(l clause.Lit) {
	for _, c := range s.long.with(l) {
		n := &s.long.counts[c]
		if n.satisfied--; n.satisfied == 0 {
			s.stages[0].unsatisfied.add(c)
			s.stages[1].unsatisfied.add(c)
		}
	}
	for _, c := range s.long.with(l.Not()) {
		s.long.counts[c].notFalse++
	}
}

// interrupted counts a step and reports whether the search must stop; s.err is the reason.
func (s *search) interrupted() bool {
	s.steps++
	return s.err != nil || s.steps >= s.poll && s.stops()
}

// stops polls the context and the limit, sets s.poll to the number of steps at which to poll again,
// and reports progress. If the search must stop, it sets s.err to the reason. It returns true if
// s.err is set.
func (s *search) stops() bool {
	switch {
	case s.ctx.Err() != nil:
		s.err = context.Cause(s.ctx)
	case s.steps >= s.limit:
		s.err = errBudget
	}
	s.poll = min(s.steps+pollSteps, s.limit)
	if s.task.Progress != nil {
		s.task.Progress(func() string {
			return fmt.Sprintf("%d conflicts, %d decisions", s.counts.Conflicts, s.counts.Decisions)
		})
	}
	return s.err != nil
}
