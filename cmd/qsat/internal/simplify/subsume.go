package simplify

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// An item is a clause that may subsume others: a binary one, or 0 and the
// reference of a longer one.
type item [2]clause.Lit

// A hit is a clause that is subsumed, or if drop is not 0 one that is so after
// that literal has been dropped.
type hit struct {
	c    clause.Ref
	drop clause.Lit
}

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
// Source: N. Eén and A. Biere, "Effective Preprocessing in SAT Through Variable
// and Clause Elimination", SAT 2005.
func (s *Simplifier) Subsume(ctx context.Context, ticks int64) {
	if !s.begin(ctx, ticks) || !s.touch() {
		return
	}
	if s.connect() {
		s.subsume()
	}
	s.finish()
}

// touch marks the variables of new clauses, and reports whether any are marked.
func (s *Simplifier) touch() bool {
	err := s.Each(s.ctx, func(c clause.Ref) {
		if s.Has(c, clause.Added) && !s.Has(c, clause.Learned) {
			for _, l := range s.Lits(c) {
				s.flags[l>>1] |= touched
			}
		}
	})
	return err == nil && slices.ContainsFunc(s.flags, func(f uint8) bool { return f&touched != 0 })
}

// subsume tries all clauses whose variables are all touched: those that are new,
// or may subsume a new one.
func (s *Simplifier) subsume() {
	if !s.subsumeByPairs() {
		return
	}
	s.drain() // what came of that
	if s.stops() || s.enqueue() != nil {
		return
	}
	for i := range s.flags {
		s.flags[i] &^= touched
	}
	s.drain()
}

// enqueue puts the longer clauses of touched variables into the queue, which is
// empty, the shortest ones last.
func (s *Simplifier) enqueue() error {
	err := s.Each(s.ctx, func(c clause.Ref) {
		if !s.Has(c, clause.Learned) && s.Size(c) <= subsumptionWidth &&
			!slices.ContainsFunc(s.Lits(c), func(l clause.Lit) bool { return s.flags[l>>1]&touched == 0 }) {
			s.Set(c, clause.Added)
			s.queue = append(s.queue, item{0, clause.Lit(c)})
		}
	})
	s.Stats.Ticks += int64(len(s.Arena)) >> 4
	slices.SortStableFunc(s.queue, func(a, b item) int {
		return s.Size(clause.Ref(b[1])) - s.Size(clause.Ref(a[1]))
	})
	return err
}

// subsumeByPairs tries all binary clauses of touched variables. It returns false
// if the budget ran out.
func (s *Simplifier) subsumeByPairs() bool {
	n := len(s.Watches)
	for i := range n {
		if s.stops() {
			s.pairStart = (s.pairStart + i) % n
			return false
		}
		if l := clause.Lit((s.pairStart + i) % n); s.flags[l>>1]&touched != 0 && s.Active(uint32(l>>1)) {
			s.subsumeBinary(l)
		}
	}
	s.pairStart = 0
	return true
}

// subsumeBinary tries the binary clauses of a literal on its longer clauses.
func (s *Simplifier) subsumeBinary(l clause.Lit) {
	list := s.Watches[l]
	s.Stats.Ticks += 1 + int64(len(list))>>3
	s.round++
	signature := uint32(0)
	for _, w := range list {
		if k := w.Lit(); w.IsBinary() && !w.IsLearned() && s.flags[k>>1]&touched != 0 && s.live(k) {
			s.marks[k] = s.round
			signature |= clause.Signature([]clause.Lit{k})
		}
	}
	for _, w := range list {
		if !w.IsBinary() && uint32(w.Lit())&signature != 0 && !s.Has(w.Ref(), clause.Garbage) {
			s.hitByPairs(l, w.Ref())
		}
	}
	s.apply()
}

// hitByPairs notes what binary clauses of a literal with marked others do to a
// longer clause.
func (s *Simplifier) hitByPairs(l clause.Lit, c clause.Ref) {
	n := len(s.hits)
	s.Stats.Ticks += 1 + int64(s.Size(c))>>4
	if s.Size(c) > subsumptionWidth {
		return
	}
	for _, k := range s.Lits(c) {
		switch s.round {
		case s.marks[k]:
			if k != l {
				s.hits = append(s.hits[:n], hit{c, 0})
				return
			}
		case s.marks[k^1]:
			s.hits = append(s.hits, hit{c, k})
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
		it := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		if it[0] != 0 {
			if s.live(it[0]) && s.live(it[1]) {
				s.backward(it[:], 0)
			}
		} else if c := clause.Ref(it[1]); !s.Has(c, clause.Garbage) {
			s.Clear(c, clause.Added)
			s.backward(s.Lits(c), c)
		}
	}
	s.queue = s.queue[:0] // the rest is still marked
}

// backward tries a clause on those that have its rarest variable.
func (s *Simplifier) backward(lits []clause.Lit, self clause.Ref) {
	s.round++
	best := lits[0]
	for _, l := range lits {
		s.marks[l] = s.round
		if s.degree(l) < s.degree(best) {
			best = l
		}
	}
	if len(lits) > subsumptionWidth || s.degree(best) > subsumingOccurrences {
		return
	}
	signature := clause.Signature(lits)
	for _, l := range [2]clause.Lit{best, best ^ 1} {
		s.Stats.Ticks += 1 + int64(len(s.Watches[l]))>>3
		for _, w := range s.Watches[l] {
			if k := w.Lit(); w.IsBinary() {
				if len(lits) == 2 && s.live(k) { // two of them may imply a unit
					if l == best && s.marks[k^1] == s.round {
						s.AddUnit(l)
					} else if l != best && s.marks[k] == s.round {
						s.AddUnit(k)
					}
				}
			} else if signature&^uint32(w.Lit()) == 0 && w.Ref() != self {
				s.hit(w.Ref(), len(lits))
			}
		}
	}
	s.apply()
}

// degree returns in how many clauses a variable is that were not learned.
func (s *Simplifier) degree(l clause.Lit) int32 { return s.occurrences[l] + s.occurrences[l^1] }

// hit notes what the clause that is marked, of a number of literals, does to
// another.
func (s *Simplifier) hit(c clause.Ref, size int) {
	s.Stats.Ticks += 1 + int64(s.Size(c))>>4
	if s.Has(c, clause.Garbage) || s.Size(c) < size {
		return
	}
	drop := clause.Lit(0)
	for _, k := range s.Lits(c) {
		if s.marks[k] == s.round {
			size--
		} else if s.marks[k^1] == s.round {
			if drop != 0 {
				return
			}
			drop = k
			size--
		}
	}
	if size == 0 {
		s.hits = append(s.hits, hit{c, drop})
	}
}

// apply drops the clauses and literals that were hit.
func (s *Simplifier) apply() {
	for _, h := range s.hits {
		switch {
		case s.Has(h.c, clause.Garbage):
		case h.drop == 0:
			s.remove(h.c)
		default:
			s.strengthen(h.c, h.drop)
		}
	}
	s.hits = s.hits[:0]
}
