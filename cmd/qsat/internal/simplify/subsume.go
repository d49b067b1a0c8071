package simplify

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

const (
	// subsumptionWidth bounds all clauses, subsumingOccurrences those that others
	// are tried on.
	subsumptionWidth     = 1000
	subsumingOccurrences = 2000
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
	}
	s.finish()
}

// touchAdded marks the variables of new clauses, and reports whether any are marked.
func (s *Simplifier) touchAdded() bool {
	for c := range s.All(s.ctx) {
		if s.Has(c, clause.Added) && !s.Has(c, clause.Learned) {
			s.touch(s.Lits(c)...)
		}
	}
	return s.ctx.Err() == nil && slices.ContainsFunc(s.flags, func(f uint8) bool { return f&touched != 0 })
}

// subsume tries all clauses whose variables are all touched: those that are new,
// or may subsume a new one. The binary ones come first, then what came of these,
// then the longer ones, the shortest first.
func (s *Simplifier) subsume() {
	s.subsumeByBinaries()
	s.drain()
	if s.stops() {
		return
	}
	for c := range s.All(s.ctx) {
		if n := s.Size(c); !s.Has(c, clause.Learned) && n > 2 && n <= subsumptionWidth &&
			!slices.ContainsFunc(s.Lits(c), func(l clause.Lit) bool { return s.flags[l>>1]&touched == 0 }) {
			s.Set(c, clause.Added)
			s.queue = append(s.queue, c)
		}
	}
	if s.ctx.Err() != nil {
		return
	}
	s.Stats.Ticks += int64(len(s.Arena)) >> 4
	slices.SortStableFunc(s.queue, func(a, b clause.Ref) int { return s.Size(b) - s.Size(a) })
	for i := range s.flags {
		s.flags[i] &^= touched
	}
	s.drain()
}

// subsumeByBinaries tries the binary clauses of touched variables until the budget
// runs out, and goes on from one call to the next.
func (s *Simplifier) subsumeByBinaries() {
	n := len(s.Watches)
	for i := range n {
		l := clause.Lit((s.firstBinary + i) % n)
		if s.stops() {
			s.firstBinary = int(l)
			return
		}
		if s.flags[l>>1]&touched != 0 && s.Active(l.Var()) {
			s.subsumeByBinariesOf(l)
		}
	}
	s.firstBinary = 0
}

// subsumeByBinariesOf tries the binary clauses of a literal on its longer clauses.
func (s *Simplifier) subsumeByBinariesOf(l clause.Lit) {
	list := s.Watches[l]
	s.Stats.Ticks += 1 + int64(len(list))>>3
	s.round++
	signature := uint32(0)
	for _, w := range list {
		if k := s.other(l, w); s.flags[k>>1]&touched != 0 {
			if s.marks[k^1] == s.round {
				s.AddUnit(l)
			}
			s.marks[k] = s.round
			signature |= clause.Signature([]clause.Lit{k})
		}
	}
	for _, w := range s.copyOf(list) {
		if c := w.Ref(); !w.IsBinary() && uint32(w.Lit())&signature != 0 && !s.Has(c, clause.Garbage) {
			s.Stats.Ticks += 1 + int64(s.Size(c))>>4
			if s.Size(c) <= subsumptionWidth {
				s.applyBinaries(l, c)
			}
		}
	}
}

// other returns the other literal of a binary clause of l, 0 for another clause.
func (s *Simplifier) other(l clause.Lit, w clause.Watch) clause.Lit {
	if !w.IsBinary() || s.Has(w.Ref(), clause.Garbage) {
		return 0
	}
	lits := s.Lits(w.Ref())
	return lits[0] ^ lits[1] ^ l
}

// copyOf returns a copy of a list that stays as it is while clauses are dropped or
// strengthened, until the next call.
func (s *Simplifier) copyOf(list []clause.Watch) []clause.Watch {
	s.snapshot = append(s.snapshot[:0], list...)
	return s.snapshot
}

// applyBinaries drops a longer clause of a literal, or the literals of it that are
// false by binary clauses of the same literal, whose others are marked.
func (s *Simplifier) applyBinaries(l clause.Lit, c clause.Ref) {
	var dropped []clause.Lit
	for _, k := range s.Lits(c) {
		switch s.round {
		case s.marks[k]:
			if k != l {
				s.remove(c)
				return
			}
		case s.marks[k^1]:
			dropped = append(dropped, k)
		}
	}
	for _, k := range dropped {
		if !s.Has(c, clause.Garbage) {
			s.strengthen(c, k)
		}
	}
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
	degree := func(l clause.Lit) int32 { return s.occurrences[l] + s.occurrences[l^1] }
	lits := s.Lits(c)
	s.mark(lits)
	best := slices.MinFunc(lits, func(a, b clause.Lit) int { return int(degree(a) - degree(b)) })
	if len(lits) > subsumptionWidth || degree(best) > subsumingOccurrences {
		return
	}
	size, signature := len(lits), clause.Signature(lits)
	for _, l := range [2]clause.Lit{best, best ^ 1} {
		s.Stats.Ticks += 1 + int64(len(s.Watches[l]))>>3
		for _, w := range s.copyOf(s.Watches[l]) {
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
		} else if s.marks[k^1] == s.round {
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
