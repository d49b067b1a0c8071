package dpll

import "queens/cmd/qsat/internal/clause"

// A stage of the decisions comes when nothing is left to decide in the one before.
type stage struct {
	unsatisfied subset // choice clauses to branch on
	end         int    // of the variables to branch on after that
}

// window bounds how many unsatisfied clauses a decision looks at. It is more than
// the rows and columns of any board that can be written; where it is less
// than the unsatisfied clauses, those at the end of the list stand for all.
const window = 1 << 13

// decide returns the literal to branch on and whether its variable is of the
// projection; 0 if all variables are assigned that occur in an unsatisfied clause,
// and where the search is to stop. The variables of the projection come first:
// below the last of them any model will do.
func (s *search) decide() (l clause.Lit, projected bool) {
	if s.err != nil { // propagation may be incomplete, and clauses that are false not counted as such
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

// variable returns the i-th variable in the order of decisions: those of the
// projection, 0 for one that occurs nowhere, and then all.
func (s *search) variable(i int) int {
	switch n := s.stages[0].end; {
	case i >= n:
		return i - n + 1
	case s.projected != nil:
		return s.numbering.Var(s.task.Project[i])
	}
	return i + 1
}

// shortest returns a clause of fewest literals that are not false, one of
// several by chance, or -1 if there is none.
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

// sample returns an unassigned literal of an unsatisfied clause by chance.
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

// phase returns a literal of variable v to branch on, that with fewer
// implications, or 0 if v is assigned or in no unsatisfied clause. It
// will not be in one while the trail grows.
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

// isConstrained reports whether variable v is in a clause or has been assigned.
func (s *search) isConstrained(v int) bool {
	l := clause.Positive(v)
	return v != 0 && (s.isAssigned(l) || s.long.has(l) ||
		len(s.implications.list(l)) > 0 || len(s.implications.list(l.Not())) > 0)
}

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

// A subset holds some of the clauses numbered from low on, so that they can be gone
// through without the others. Adding and removing take constant time.
//
// References: P. Briggs and L. Torczon, "An Efficient Representation for Sparse
// Sets", ACM Letters on Programming Languages and Systems 2, 1993.
type subset struct {
	low  int32
	list []int32
	at   []int32 // by number less low: where in list; of a removed one, nothing of use
}

// newSubset returns the set of all n clauses from low on.
func newSubset(low, n int32) subset {
	s := subset{low: low, list: make([]int32, n), at: make([]int32, n)}
	for i := range n {
		s.list[i], s.at[i] = low+i, i
	}
	return s
}

// remove removes a clause, if it is one of those from low on.
func (s *subset) remove(c int32) {
	if i := uint32(c - s.low); i < uint32(len(s.at)) {
		last := len(s.list) - 1
		moved, k := s.list[last], s.at[i]
		s.list[k], s.at[moved-s.low] = moved, k
		s.list = s.list[:last]
	}
}

// add adds a clause that is not there, if it is one of those from low on.
func (s *subset) add(c int32) {
	if i := uint32(c - s.low); i < uint32(len(s.at)) {
		s.at[i] = int32(len(s.list))
		s.list = append(s.list, c)
	}
}
