package simplify

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// connect turns the watch lists into occurrence lists, computes s.occurrences and s.literals, and
// propagates. If one of the two literals of a variable is in fewer clauses than s.occurrences says
// from the last time, the variable becomes a candidate for elimination. connect returns false if
// the arena is too small; then the error of the database is set.
func (s *Simplifier) connect() bool {
	s.Stats.OwnTicks += int64(s.Words()) / 8
	s.head, s.literals = len(s.Trail), 0
	if s.Connect() != nil {
		return false
	}
	for l := range clause.Lit(s.NumLits()) {
		s.chargeList(l)
		n := int32(len(s.Watching(l)))
		if n < s.occurrences[l] {
			s.flags[l.Var()] |= candidate
		}
		s.occurrences[l] = n
		s.literals += int(n)
	}
	s.propagate()
	return true
}

// finish ends connect or Unwatch: it propagates, empties the queue, removes the learned clauses
// with eliminated or substituted variables, and watches the remaining clauses.
func (s *Simplifier) finish() {
	s.propagate()
	s.queue = s.queue[:0]
	for c := range s.All {
		if s.Has(c, clause.Learned) && slices.ContainsFunc(s.Lits(c), func(l clause.Lit) bool { return s.flags[l.Var()]&inactive != 0 }) {
			s.Remove(c)
		}
	}
	s.Rewatch()
}

// addOccurrences adds by to the number of original clauses with l, and to the number of literals in
// original clauses. If by is negative, the variable becomes a candidate for elimination. The
// schedule of elimination is updated.
func (s *Simplifier) addOccurrences(l clause.Lit, by int32) {
	s.occurrences[l] += by
	s.literals += int(by)
	if by < 0 {
		s.flags[l.Var()] |= candidate
	}
	s.reschedule(l.Var())
}

// touch marks the variables of lits, a clause that is new to subsumption.
func (s *Simplifier) touch(lits ...clause.Lit) {
	for _, l := range lits {
		s.flags[l.Var()] |= touched
	}
}

// derive adds a clause of one or more literals that other clauses imply, and puts it into the queue
// of subsumption. A unit is assigned instead, without propagation. A binary clause that exists
// already is not added; copies of longer clauses are removed by subsumption.
func (s *Simplifier) derive(lits []clause.Lit) {
	switch {
	case len(lits) == 1:
		s.AddUnit(lits[0])
		return
	case len(lits) == 2 && s.hasBinary(lits):
		return
	}
	s.ProveAdd(lits...)
	c := s.Add(lits, clause.Added)
	s.ConnectClause(c)
	s.touch(lits...)
	for _, l := range lits {
		s.addOccurrences(l, 1)
	}
	s.queue = append(s.queue, c)
}

// hasBinary reports whether the occurrence lists contain the binary clause lits, which must have
// two literals, without garbage.
func (s *Simplifier) hasBinary(lits []clause.Lit) bool {
	a, b := lits[0], lits[1]
	if len(s.Watching(a)) > len(s.Watching(b)) {
		a, b = b, a
	}
	s.chargeList(a)
	signature := clause.Lit(clause.Signature(lits))
	return slices.ContainsFunc(s.Watching(a), func(w clause.Watch) bool {
		return w.IsBinary() && w.Lit() == signature && slices.Contains(s.Lits(w.Ref()), b) && !s.Has(w.Ref(), clause.Garbage)
	})
}

// remove turns clause c, which must not be learned, into garbage, which stays in the lists, and
// updates s.occurrences and s.literals.
func (s *Simplifier) remove(c clause.Ref) {
	for _, l := range s.Lits(c) {
		s.addOccurrences(l, -1)
	}
	s.Remove(c)
}

// strengthen removes literal l from clause c, which must not be learned, and puts c into the queue
// of subsumption. If at most two literals remain, it adds them as a new clause with derive, and
// removes c.
func (s *Simplifier) strengthen(c clause.Ref, l clause.Lit) {
	s.buffer = slices.DeleteFunc(append(s.buffer[:0], s.Lits(c)...), func(k clause.Lit) bool { return k == l })
	if len(s.buffer) <= 2 {
		s.derive(s.buffer)
		s.remove(c)
		return
	}
	s.Set(c, clause.Added)
	s.Clear(c, clause.Vivified)
	s.Replace(c, s.buffer)
	s.addOccurrences(l, -1)
	s.Unlink(l, c)
	s.queue = append(s.queue, c)
}

// propagate propagates units through the occurrence lists: it removes satisfied clauses and false
// literals. Learned clauses are not in these lists; finish cleans them.
func (s *Simplifier) propagate() {
	for s.head < len(s.Trail) && !s.Unsat {
		l := s.Trail[s.head]
		s.head++
		s.Stats.OwnTicks += 2 + int64(len(s.Watching(l))+len(s.Watching(l.Not())))>>3
		s.dropClauses(l, false)
		for _, w := range s.Disconnect(l.Not()) {
			s.strengthen(w.Ref(), l.Not())
		}
	}
}
