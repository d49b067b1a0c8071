package dimacs

// A store collects clauses into segments without ever copying a full one:
// its arrays have fixed capacities, and when one of them is full the next
// segment begins. Capacities double from small to large, so that small
// formulas stay small.
type store struct {
	segments []segment
	cur      segment // growing; its slices have spare capacity
	open     int     // length of cur.long at the start of the clause being added
	size     int     // capacity, in clauses, of the next arrays
}

const (
	minStore = 1 << 9
	maxStore = 1 << 17 // pairs: one megabyte
)

// nextSize returns the capacity for the next array.
func (s *store) nextSize() int {
	if s.size < maxStore {
		s.size = max(2*s.size, minStore)
	}
	return s.size
}

// cut ends the current segment. What has been added of an open clause moves
// on; the arrays continue where they are.
func (s *store) cut() {
	if len(s.cur.runs) > 0 {
		s.segments = append(s.segments, segment{
			pairs: s.cur.pairs[:len(s.cur.pairs):len(s.cur.pairs)],
			long:  s.cur.long[:s.open:s.open],
			runs:  s.cur.runs[:len(s.cur.runs):len(s.cur.runs)],
		})
	}
	s.cur.pairs = s.cur.pairs[len(s.cur.pairs):]
	s.cur.long = s.cur.long[s.open:]
	s.cur.runs = s.cur.runs[len(s.cur.runs):]
	s.open = 0
}

// growPairs makes room for at least one more pair.
func (s *store) growPairs() {
	s.cut()
	s.cur.pairs = make([]Pair, 0, s.nextSize())
}

// growLong makes room for at least one more literal.
func (s *store) growLong() {
	s.cut()
	next := make([]Lit, len(s.cur.long), max(2*s.nextSize(), 2*len(s.cur.long)))
	copy(next, s.cur.long)
	s.cur.long = next
}

// lit adds a literal to the open clause.
func (s *store) lit(l Lit) {
	if len(s.cur.long) == cap(s.cur.long) {
		s.growLong()
	}
	s.cur.long = append(s.cur.long, l)
}

// openClause returns the literals of the clause that is being added.
func (s *store) openClause() []Lit { return s.cur.long[s.open:] }

// drop forgets the open clause.
func (s *store) drop() { s.cur.long = s.cur.long[:s.open] }

// pair adds a clause of two literals. No clause may be open.
func (s *store) pair(a, b Lit) {
	if len(s.cur.pairs) == cap(s.cur.pairs) {
		s.growPairs()
	}
	s.cur.pairs = append(s.cur.pairs, Pair{a, b})
	s.cur.runs = countPair(s.cur.runs)
}

// addPairs takes in n clauses that have been written after those in cur.pairs.
func (s *store) addPairs(n int) {
	if n == 0 {
		return
	}
	s.cur.pairs = s.cur.pairs[:len(s.cur.pairs)+n]
	s.cur.runs = countPair(s.cur.runs)
	s.cur.runs[len(s.cur.runs)-1].pairs += uint32(n - 1)
}

// end ends the open clause.
func (s *store) end() {
	if c := s.openClause(); len(c) == 2 {
		a, b := c[0], c[1]
		s.drop()
		s.pair(a, b)
		return
	}
	s.lit(0)
	s.open = len(s.cur.long)
	s.cur.runs = countLong(s.cur.runs)
}

// take ends the current segment and returns all of them.
func (s *store) take() []segment {
	s.cut()
	taken := s.segments
	s.segments = nil
	return taken
}
