package dpll

import (
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
)

// A stage is a stretch of the order of decisions: first the variables of the projection, then the
// other variables. It begins when the stage before has nothing left to decide.
type stage struct {
	unsatisfied subset // unsatisfied choice clauses to branch on first
	end         int    // then the variables up to this position in the order of decisions
}

// decide returns the literal to branch on, and whether its variable belongs to the projection.
// Variables of the projection come first. While a choice clause of the stage is unsatisfied, the
// literal is a random unassigned literal of the clause that shortest returns for these clauses.
// Then it is the phase of the next variable in an unsatisfied clause. The literal is 0 if every
// variable of an unsatisfied clause is assigned, or if the search must stop. On the way, unassigned
// variables of the projection that occur in clauses, but only in satisfied ones, are appended to
// s.unconstrained.
func (s *search) decide() (l clause.Lit, projected bool) {
	if s.err != nil { // propagation may be incomplete
		return 0, false
	}
	for i := range s.stages {
		if c := s.shortest(s.stages[i].unsatisfied.list); c >= 0 {
			return s.sample(c), i == 0
		}
		for ; s.next < s.stages[i].end && !s.interrupted(); s.next++ {
			v := s.variable(s.next)
			if l := s.phase(v); l != 0 {
				return l, i == 0
			}
			if i == 0 && s.isConstrained(v) && !s.isAssigned(clause.Positive(v)) {
				s.unconstrained = append(s.unconstrained, s.name(v))
			}
		}
	}
	return 0, false
}

// variable returns the i-th variable, from 0, in the order of decisions: the variables of the
// projection, then all variables. If variables are renumbered, the result is 0 for a variable of
// the projection that occurs in no clause and no assumption.
func (s *search) variable(i int) int {
	switch n := s.stages[0].end; {
	case i >= n:
		return i - n + 1
	case s.projected != nil:
		return s.numbering.Var(s.task.Project[i])
	}
	return i + 1
}

// shortest returns a random clause among the clauses of list with the fewest literals that are not
// false. It looks only at the last window clauses of list. It returns -1 if list is empty.
func (s *search) shortest(list []int32) int32 {
	if len(list) == 0 {
		return -1
	}
	list = list[max(0, len(list)-window):]
	s.steps += int64(len(list))
	least := int32(1<<31 - 1)
	for _, c := range list {
		switch n := s.long.counts[c].notFalse; {
		case n < least:
			least = n
			s.ties = append(s.ties[:0], c)
		case n == least:
			s.ties = append(s.ties, c)
		}
	}
	return s.ties[s.random.IntN(len(s.ties))]
}

// sample returns a random unassigned literal of clause c, which must have such literals. It leaves
// all of them in s.lits.
func (s *search) sample(c int32) clause.Lit {
	s.lits = s.lits[:0]
	for _, l := range s.long.literals(c) {
		if !s.isAssigned(l) {
			s.lits = append(s.lits, l)
		}
	}
	s.steps += int64(len(s.lits))
	return s.lits[s.random.IntN(len(s.lits))]
}

// phase returns the literal of v to branch on: the literal with fewer implications, or the positive
// literal if the numbers are equal. It returns 0 if v is assigned or occurs in no unsatisfied
// clause; this stays true while the trail grows.
func (s *search) phase(v int) clause.Lit {
	l := clause.Positive(v)
	if s.isAssigned(l) || !s.inUnsatisfied(l) && !s.inUnsatisfied(l.Not()) {
		return 0
	}
	if len(s.implications.list(l)) > len(s.implications.list(l.Not())) {
		return l.Not()
	}
	return l
}

// isConstrained reports whether v occurs in a clause or is assigned; variable 0 does not.
func (s *search) isConstrained(v int) bool {
	l := clause.Positive(v)
	return v != 0 && (s.isAssigned(l) || s.long.has(l) ||
		len(s.implications.list(l)) > 0 || len(s.implications.list(l.Not())) > 0)
}

// inUnsatisfied reports whether the unassigned literal l occurs in an unsatisfied clause. It counts
// a step for each clause that it looks at.
func (s *search) inUnsatisfied(l clause.Lit) bool {
	for _, m := range s.implications.list(l.Not()) {
		if s.steps++; !s.values.Has(clause.Lit(m)) {
			return true
		}
	}
	for _, c := range s.long.with(l) {
		if s.steps++; s.long.counts[c].satisfied == 0 {
			return true
		}
	}
	return false
}

// A subset is a set of clause numbers from low on. Adding, removing and iterating take
// constant time per element.
//
// References: P. Briggs and L. Torczon, "An Efficient Representation for Sparse
// Sets", ACM Letters on Programming Languages and Systems 2, 1993.
type subset struct {
	low  int32
	list []int32 // the members, in any order
	at   []int32 // indexed by number minus low: index in list; meaningless if it was removed
}

// newSubset returns the set of the n clauses from low on.
func newSubset(low, n int32) subset {
	return subset{low, lists.From(low, int(n)), lists.From(int32(0), int(n))}
}

// remove removes c. It does nothing if c is outside the numbers of newSubset; otherwise c must be
// in the set.
func (s *subset) remove(c int32) {
	if i := uint32(c - s.low); i < uint32(len(s.at)) {
		last := len(s.list) - 1
		moved, k := s.list[last], s.at[i]
		s.list[k], s.at[moved-s.low] = moved, k
		s.list = s.list[:last]
	}
}

// add adds c, which must not be in the set. It does nothing if c is outside the numbers of
// newSubset.
func (s *subset) add(c int32) {
	if i := uint32(c - s.low); i < uint32(len(s.at)) {
		s.at[i] = int32(len(s.list))
		s.list = append(s.list, c)
	}
}
