package simplify

import (
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// connect connects the clauses. It returns false if that was interrupted.
func (s *Simplifier) connect() bool {
	s.Stats.Ticks += int64(len(s.Arena)) / 8
	if s.Connect(s.ctx) != nil {
		s.ended = true
		return false
	}
	s.connected, s.head = true, len(s.Trail)
	s.literals = 0
	for l, list := range s.Watches {
		if s.Stats.Ticks += 1 + int64(len(list))>>3; s.stops() && s.ended {
			return false
		}
		n := int32(0)
		for _, w := range list {
			if !w.IsBinary() || !w.IsLearned() {
				n++
			}
		}
		if n < s.occurrences[l] {
			s.flags[l>>1] |= candidate
		}
		s.occurrences[l] = n
		s.literals += int(n)
	}
	s.copies = true
	s.dropCopies()
	s.propagate()
	return !s.ended
}

// finish ends all work on clauses that are not watched, drops what inactive variables
// leave of them, and watches them. It returns the cause if the context ends first.
func (s *Simplifier) finish() error {
	s.limit = math.MaxInt64
	if s.rewriting {
		s.rewrite()
	}
	s.dropCopies()
	if s.connected {
		s.propagate()
	}
	if s.Unsat || s.ended {
		return s.err()
	}
	s.queue = s.queue[:0]
	for c := range s.All(s.ctx) {
		if s.Has(c, clause.Learned) && slices.ContainsFunc(s.Lits(c), func(l clause.Lit) bool { return s.flags[l>>1]&inactive != 0 }) {
			s.Remove(c)
		}
	}
	if err := s.Rewatch(s.ctx, s.isLive); err != nil {
		return err
	}
	s.connected = false
	return s.err()
}

// count notes that a literal is in more or fewer clauses that were not learned.
func (s *Simplifier) count(l clause.Lit, by int32) {
	s.occurrences[l] += by
	s.literals += int(by)
	if by < 0 {
		s.flags[l>>1] |= candidate
	}
	s.reschedule(uint32(l >> 1))
}

// touch marks the variables of a clause that is new to subsumption.
func (s *Simplifier) touch(lits ...clause.Lit) {
	for _, l := range lits {
		s.flags[l>>1] |= touched
	}
}

// derive adds a clause that the others imply, unless it is there already and has
// two literals; of longer ones subsumption drops copies.
func (s *Simplifier) derive(lits []clause.Lit) {
	var it item
	switch len(lits) {
	case 1:
		s.AddUnit(lits[0])
		return
	case 2:
		if s.hasBinary(lits[0], lits[1]) {
			return
		}
		it = item(lits)
		s.AddWatched(lits, false)
	default:
		c := s.Add(lits, clause.Added)
		it = item{0, clause.Lit(c)}
		for _, l := range lits {
			s.Watches[l] = append(s.Watches[l], clause.Long(clause.Lit(clause.Signature(lits)), c))
		}
	}
	s.ProveAdd(lits...)
	s.touch(lits...)
	for _, l := range lits {
		s.count(l, 1)
	}
	s.queue = append(s.queue, it)
}

// hasBinary reports whether there is a binary clause that was not learned.
func (s *Simplifier) hasBinary(a, b clause.Lit) bool {
	if len(s.Watches[a]) > len(s.Watches[b]) {
		a, b = b, a
	}
	s.Stats.Ticks += 1 + int64(len(s.Watches[a]))>>3
	return slices.Contains(s.Watches[a], clause.Binary(b, false))
}

// remove drops a clause that was not learned.
func (s *Simplifier) remove(c clause.Ref) {
	for _, l := range s.Lits(c) {
		s.count(l, -1)
	}
	s.Remove(c)
}

// removeBinary drops a binary clause from the list of its first literal; that in
// the list of the other one is dead, or is dropped by the caller.
func (s *Simplifier) removeBinary(a clause.Lit, w clause.Watch) {
	if !w.IsLearned() {
		s.count(a, -1)
		s.count(w.Lit(), -1)
	}
	s.ProveDelete(a, w.Lit())
}

// strengthen drops a literal from a clause of three or more that was not learned.
func (s *Simplifier) strengthen(c clause.Ref, l clause.Lit) {
	s.buffer = slices.DeleteFunc(append(s.buffer[:0], s.Lits(c)...), func(k clause.Lit) bool { return k == l })
	if len(s.buffer) == 2 {
		s.derive(s.buffer)
		s.remove(c)
		return
	}
	s.replace(c)
	s.count(l, -1)
	s.Watches[l] = slices.DeleteFunc(s.Watches[l], func(w clause.Watch) bool { return w.Ref() == c })
	s.queue = append(s.queue, item{0, clause.Lit(c)})
}

// replace puts the literals in the buffer in the place of a clause.
func (s *Simplifier) replace(c clause.Ref) {
	s.Set(c, clause.Added)
	s.Clear(c, clause.Vivified)
	s.Replace(c, s.buffer)
}

// propagate takes all consequences of units in the lists of occurrences. Learned
// clauses of three literals or more have to wait.
func (s *Simplifier) propagate() {
	for s.head < len(s.Trail) && !s.Unsat && !s.ended {
		l := s.Trail[s.head]
		s.head++
		s.Stats.Ticks += 2 + int64(len(s.Watches[l])+len(s.Watches[l^1]))>>3
		s.stops()
		s.dropClauses(l, false)
		list := s.Watches[l^1]
		s.Watches[l^1] = nil
		for _, w := range list {
			switch {
			case s.isDead(w):
			case w.IsBinary():
				s.AddUnit(w.Lit())
				s.removeBinary(l^1, w)
			default:
				s.strengthen(w.Ref(), l^1)
			}
		}
	}
}

// dropCopies drops copies of binary clauses, if that is to be done, and finds the
// units of those that differ in the sign of one literal.
func (s *Simplifier) dropCopies() {
	for l := 0; s.copies && l < len(s.Watches); l++ {
		s.Stats.Ticks += 1 + int64(len(s.Watches[l]))>>2
		if s.stops(); s.ended || s.Unsat {
			return
		}
		s.dropCopiesOf(clause.Lit(l))
	}
	s.copies = false
}

// dropCopiesOf drops copies of binary clauses from the list of a literal, learned
// ones before others. A copy is deleted when it is met in the first of its lists.
func (s *Simplifier) dropCopiesOf(l clause.Lit) {
	s.round += 2 // the round before is the mark of clauses that were not learned
	for _, w := range s.Watches[l] {
		if w.IsBinary() && !w.IsLearned() {
			s.marks[w.Lit()] = s.round - 1
		}
	}
	s.Watches[l] = slices.DeleteFunc(s.Watches[l], func(w clause.Watch) bool {
		k := w.Lit()
		switch {
		case s.isDead(w):
			return true
		case !w.IsBinary():
			return false
		case s.marks[k] == s.round || w.IsLearned() && s.marks[k] == s.round-1:
			if l < k {
				s.removeBinary(l, w)
			}
			return true
		case s.marks[k^1] >= s.round-1:
			s.AddUnit(l)
		}
		s.marks[k] = s.round
		return false
	})
}
