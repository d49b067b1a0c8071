package simplify

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

const (
	// subsumptionWidth bounds all clauses, subsumingOccurrences those that others are
	// tried on, and less those that binary ones are, which may be many.
	subsumptionWidth     = 1000
	subsumingOccurrences = 2000
	binaryOccurrences    = 20
)

// Subsume drops clauses that contain another one, and literals of those that
// would contain it if the sign of that literal were changed. It tries the
// clauses that are new since it came to an end, and others on these.
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

// touchAdded marks the variables of new clauses, and reports whether any are marked.
func (s *Simplifier) touchAdded() bool {
	for c := range s.All {
		if s.Has(c, clause.Added) && !s.Has(c, clause.Learned) {
			s.touch(s.Lits(c)...)
		}
	}
	return slices.ContainsFunc(s.flags, func(f uint8) bool { return f&touched != 0 })
}

// subsume tries all clauses whose variables are all touched: those that are new,
// or may subsume a new one, the shortest first.
func (s *Simplifier) subsume() {
	bySize := make([][]clause.Ref, subsumptionWidth+1)
	for c := range s.All {
		if !s.Has(c, clause.Learned) && s.Size(c) <= subsumptionWidth &&
			!slices.ContainsFunc(s.Lits(c), func(l clause.Lit) bool { return s.flags[l.Var()]&touched == 0 }) {
			s.Set(c, clause.Added)
			bySize[s.Size(c)] = append(bySize[s.Size(c)], c)
		}
	}
	s.Stats.Ticks += int64(s.Words()) >> 4
	slices.Reverse(bySize)
	s.queue = slices.Concat(append([][]clause.Ref{s.queue}, bySize...)...)
	for i := range s.flags {
		s.flags[i] &^= touched
	}
	s.drain()
}

// drain tries the clauses of the queue, the last one first, until it is empty or
// the budget runs out.
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
	s.queue = s.queue[:0] // its variables are still touched
}

// backward tries a clause on those that have its rarest variable.
func (s *Simplifier) backward(c clause.Ref) {
	degree := func(l clause.Lit) int32 { return s.occurrences[l] + s.occurrences[l.Not()] }
	lits := s.Lits(c)
	s.mark(lits)
	best := slices.MinFunc(lits, func(a, b clause.Lit) int { return int(degree(a) - degree(b)) })
	if len(lits) > subsumptionWidth || degree(best) > subsumingOccurrences || len(lits) == 2 && degree(best) > binaryOccurrences {
		return
	}
	size, signature := len(lits), clause.Signature(lits)
	for _, l := range [2]clause.Lit{best, best.Not()} {
		s.countList(l)
		s.snapshot = append(s.snapshot[:0], s.Watching(l)...) // as clauses are dropped or strengthened
		for _, w := range s.snapshot {
			if signature&^uint32(w.Lit()) == 0 && w.Ref() != c {
				s.apply(w.Ref(), size)
			}
		}
	}
}

// apply drops a clause, or a literal of it, if the clause that is marked, of so many
// literals, subsumes it, or would if the sign of that literal were changed.
func (s *Simplifier) apply(c clause.Ref, size int) {
	s.Stats.Ticks += 1 + int64(s.Size(c))>>4
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
