package dpll

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
