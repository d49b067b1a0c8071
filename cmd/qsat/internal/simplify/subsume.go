package simplify

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// Subsume removes original clauses that contain another original clause. If a clause would contain
// another one after changing the sign of one literal, Subsume removes that literal. It tests all
// pairs with a clause that is new or changed since the last call of Subsume or Eliminate that
// completed, except pairs whose smaller clause has more than subsumptionWidth literals. Beside
// this, only the ticks limit it, because a formula may have thousands of clauses over few
// variables: the distributive law turns an exactly-one constraint on 6 variables, given as a
// disjunction of 6 conjunctions, into 46,656 clauses, and 16 of them subsume the others.
//
// Source: N. Eén and A. Biere, SAT 2005; see Eliminate.
func (s *Simplifier) Subsume(ctx context.Context, ticks int64) {
	if !s.begin(ctx, ticks) || !s.touchAdded() {
		return
	}
	if s.connect() {
		s.subsume()
		s.finish()
	}
}

// touchAdded touches the variables of new original clauses. It reports whether any variable is
// touched, also by earlier calls of touch.
func (s *Simplifier) touchAdded() bool {
	for c := range s.All {
		if s.Has(c, clause.Added) && !s.Has(c, clause.Learned) {
			s.touch(s.Lits(c)...)
		}
	}
	return slices.ContainsFunc(s.flags, func(f uint8) bool { return f&touched != 0 })
}

// subsume clears the flag touched of all variables. It calls backward for the original clauses
// whose variables were all touched, shortest first, and then for the clauses in the queue, until
// the budget ends. The former are new, or may subsume a new clause. Clauses of more than
// subsumptionWidth literals are left out.
func (s *Simplifier) subsume() {
	bySize := make([][]clause.Ref, subsumptionWidth+1)
	for c := range s.All {
		if !s.Has(c, clause.Learned) && s.Size(c) <= subsumptionWidth &&
			!slices.ContainsFunc(s.Lits(c), func(l clause.Lit) bool { return s.flags[l.Var()]&touched == 0 }) {
			s.Set(c, clause.Added)
			bySize[s.Size(c)] = append(bySize[s.Size(c)], c)
		}
	}
	s.Stats.OwnTicks += int64(s.Words()) >> 4
	slices.Reverse(bySize)
	s.queue = slices.Concat(append([][]clause.Ref{s.queue}, bySize...)...)
	for i := range s.flags {
		s.flags[i] &^= touched
	}
	s.drain()
}

// drain calls backward for the clauses in the queue, last one first, until the queue is empty or
// the budget ends, and propagates before each. Then it empties the queue.
func (s *Simplifier) drain() {
	for len(s.queue) > 0 {
		if s.propagate(); s.stops() {
			break
		}
		c := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		if !s.Has(c, clause.Garbage) {
			s.Clear(c, clause.Added)
			s.backward(c)
		}
	}
	s.queue = s.queue[:0] // clauses that were not tested still have the flag Added
}

// backward removes the clauses that c subsumes, and strengthens the clauses that c subsumes except
// for the sign of one literal. It looks only at the clauses with the rarest variable of c. It does
// nothing if c has more than subsumptionWidth literals. During elimination it also does nothing if
// the rarest variable is in too many clauses; see subsumingOccurrences.
func (s *Simplifier) backward(c clause.Ref) {
	degree := func(l clause.Lit) int32 { return s.occurrences[l] + s.occurrences[l.Not()] }
	lits := s.Lits(c)
	s.mark(lits)
	best := slices.MinFunc(lits, func(a, b clause.Lit) int { return int(degree(a) - degree(b)) })
	limit := int32(subsumingOccurrences)
	if len(lits) == 2 {
		limit = binaryOccurrences
	}
	if len(lits) > subsumptionWidth || s.schedule != nil && degree(best) > limit {
		return
	}
	size, signature := len(lits), clause.Signature(lits)
	for _, l := range [2]clause.Lit{best, best.Not()} {
		s.chargeList(l)
		s.snapshot = append(s.snapshot[:0], s.Watching(l)...) // because apply changes the list
		for _, w := range s.snapshot {
			if signature&^uint32(w.Lit()) == 0 && w.Ref() != c {
				s.apply(w.Ref(), size)
			}
		}
	}
}

// apply removes c if the marked clause, which has size literals, is a subset of c. If the
// marked clause is a subset except for the sign of one literal, apply removes that literal
// from c. Otherwise it does nothing.
func (s *Simplifier) apply(c clause.Ref, size int) {
	s.Stats.OwnTicks += 1 + int64(s.Size(c))>>4
	if s.Has(c, clause.Garbage) || s.Size(c) < size {
		return
	}
	dropped := clause.Lit(0)
	for _, k := range s.Lits(c) {
		if s.marks[k] == s.round {
			size--
		} else if s.marks[k.Not()] == s.round {
			if dropped != 0 {
				return
			}
			dropped = k
			size--
		}
	}
	switch {
	case size > 0:
	case dropped == 0:
		s.remove(c)
	default:
		s.strengthen(c, dropped)
	}
}
