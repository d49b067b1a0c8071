package dpll

// window bounds how many open clauses a decision looks at. It is more than
// the rows and columns of any board that can be written; where it is less
// than the open clauses, those at the end of the list stand for all.
const window = 1 << 13

// decide returns the literal to branch on and whether its variable tells models
// apart; 0 if all variables are assigned that occur in an unsatisfied clause,
// and where the search is to stop. The variables of the projection come first:
// below the last of them any model will do.
func (s *search) decide() (l int32, projected bool) {
	if c := s.shortest(&s.open[0]); c >= 0 {
		return s.member(c), true
	}
	n := s.src.Vars
	if s.projected != nil {
		n = len(s.task.Project)
	}
	for at := &s.cursor.projected; *at < n && !s.idles(); *at++ {
		v := *at + 1
		if s.projected != nil {
			v = s.src.variable(s.task.Project[*at]) // 0 for one that occurs nowhere
		}
		if l := s.of(v); l != 0 {
			return l, true
		}
		if s.value.of(int32(2*v)) == isOpen && s.binds(v) {
			s.free = append(s.free, int32(v))
		}
	}
	if c := s.shortest(&s.open[1]); c >= 0 {
		return s.member(c), false
	}
	if s.projected == nil {
		return 0, false
	}
	for at := &s.cursor.other; *at <= s.src.Vars && !s.idles(); *at++ {
		if l := s.of(*at); l != 0 {
			return l, false
		}
	}
	return 0, false
}

// idles counts a step and reports whether to stop.
func (s *search) idles() bool {
	s.steps++
	return s.err != nil || s.steps >= s.look && s.stops()
}

// shortest returns a clause of fewest literals that are not false, one of
// several by chance, or -1 if no clause is open.
func (s *search) shortest(open *openSet) int32 {
	list := open.list[max(0, len(open.list)-window):]
	s.steps += int64(len(list))
	least := int32(1<<31 - 1)
	for _, c := range list {
		switch n := s.tallies[c].open; {
		case n < least:
			least = n
			s.ties = append(s.ties[:0], c)
		case n == least:
			s.ties = append(s.ties, c)
		}
	}
	if len(list) == 0 {
		return -1
	}
	return s.ties[s.random.IntN(len(s.ties))]
}

// member returns an open literal of a clause by chance.
func (s *search) member(c int32) int32 {
	s.ties = s.ties[:0]
	for _, l := range s.long.clause(c) {
		if l == 0 {
			break
		}
		if s.value.of(l) == isOpen {
			s.ties = append(s.ties, l)
		}
	}
	s.steps += int64(len(s.ties))
	return s.ties[s.random.IntN(len(s.ties))]
}

// of returns a literal of variable v to branch on, that with fewer
// implications, or 0 if v is assigned or in no clause that is not satisfied. It
// will not be in one while the trail grows.
func (s *search) of(v int) int32 {
	l := int32(2 * v)
	if s.value.of(l) != isOpen || s.idle(l) && s.idle(l^1) {
		return 0
	}
	if len(s.rows.of(l)) > len(s.rows.of(l^1)) {
		return l ^ 1
	}
	return l
}

// binds reports whether variable v of the source is in a clause or has been
// assigned.
func (s *search) binds(v int) bool {
	l := int32(2 * v)
	return v != 0 && (s.value.of(l) != isOpen || len(s.rows.of(l)) > 0 || len(s.rows.of(l^1)) > 0 || s.long.has(l))
}

// idle reports whether all clauses that l is in are satisfied.
func (s *search) idle(l int32) bool {
	for _, m := range s.rows.of(l ^ 1) {
		if s.steps++; !s.value.holds(m) {
			return false
		}
	}
	for _, c := range s.long.occurrences(l) {
		if s.steps++; s.tallies[c].sat == 0 {
			return false
		}
	}
	return true
}

// An openSet holds the unsatisfied clauses among those numbered from low on, so
// that they can be gone through without the satisfied ones. Adding and removing
// take constant time.
//
// References: P. Briggs and L. Torczon, "An Efficient Representation for Sparse
// Sets", ACM Letters on Programming Languages and Systems 2, 1993.
type openSet struct {
	low  int32
	list []int32
	at   []int32 // by number less low: where in list; of a removed one, nothing of use
}

// newOpenSet returns the set of all n clauses from low on.
func newOpenSet(low, n int32) openSet {
	s := openSet{low: low, list: make([]int32, n), at: make([]int32, n)}
	for i := range n {
		s.list[i], s.at[i] = low+i, i
	}
	return s
}

// holds reports whether c is a clause that can be in the set.
func (s *openSet) holds(c int32) bool { return uint32(c-s.low) < uint32(len(s.at)) }

func (s *openSet) remove(c int32) {
	last := len(s.list) - 1
	moved, k := s.list[last], s.at[c-s.low]
	s.list[k], s.at[moved-s.low] = moved, k
	s.list = s.list[:last]
}

func (s *openSet) add(c int32) {
	s.at[c-s.low] = int32(len(s.list))
	s.list = append(s.list, c)
}
