package dimacs

// A builder collects clauses into segments without copying a full segment. Its arrays have
// fixed capacities; when an array is full, the next segment begins. The capacities double from
// minClauses to maxClauses, so that a small formula takes little memory.
type builder struct {
	segments []segment
	cur      segment // the segment that grows; its slices have spare capacity
	start    int     // length of cur.long at the start of the clause being added
	size     int     // capacity of the next arrays, in clauses
}

const (
	minClauses = 1 << 9  // capacity of the first arrays, in clauses
	maxClauses = 1 << 17 // largest capacity; one megabyte of pairs
)

// nextSize returns the capacity for the next array.
func (b *builder) nextSize() int {
	if b.size < maxClauses {
		b.size = max(2*b.size, minClauses)
	}
	return b.size
}

// cut ends the current segment. The literals of an unfinished clause become the start of the
// next segment, which uses the rest of the same arrays.
func (b *builder) cut() {
	if len(b.cur.runs) > 0 {
		b.segments = append(b.segments, segment{
			pairs: b.cur.pairs[:len(b.cur.pairs):len(b.cur.pairs)],
			long:  b.cur.long[:b.start:b.start],
			runs:  b.cur.runs[:len(b.cur.runs):len(b.cur.runs)],
		})
	}
	b.cur.pairs = b.cur.pairs[len(b.cur.pairs):]
	b.cur.long = b.cur.long[b.start:]
	b.cur.runs = b.cur.runs[len(b.cur.runs):]
	b.start = 0
}

// growPairs cuts the segment and allocates room for more pairs.
func (b *builder) growPairs() {
	b.cut()
	b.cur.pairs = make([]Pair, 0, b.nextSize())
}

// growLong cuts the segment and allocates room for more literals.
func (b *builder) growLong() {
	b.cut()
	next := make([]Lit, len(b.cur.long), max(2*b.nextSize(), 2*len(b.cur.long)))
	copy(next, b.cur.long)
	b.cur.long = next
}

// lit adds a literal to the unfinished clause.
func (b *builder) lit(l Lit) {
	if len(b.cur.long) == cap(b.cur.long) {
		b.growLong()
	}
	b.cur.long = append(b.cur.long, l)
}

// unfinished returns the literals added since the last clause ended.
func (b *builder) unfinished() []Lit { return b.cur.long[b.start:] }

// drop discards the unfinished clause.
func (b *builder) drop() { b.cur.long = b.cur.long[:b.start] }

// pair adds a clause of two literals. No clause may be unfinished.
func (b *builder) pair(first, second Lit) {
	if len(b.cur.pairs) == cap(b.cur.pairs) {
		b.growPairs()
	}
	b.cur.pairs = append(b.cur.pairs, Pair{first, second})
	b.cur.runs = countPair(b.cur.runs)
}

// addPairs adds the n pairs that the caller has written behind b.cur.pairs, within its
// capacity.
func (b *builder) addPairs(n int) {
	if n == 0 {
		return
	}
	b.cur.pairs = b.cur.pairs[:len(b.cur.pairs)+n]
	b.cur.runs = countPair(b.cur.runs)
	b.cur.runs[len(b.cur.runs)-1].pairs += uint32(n - 1)
}

// end ends the unfinished clause. A clause of two literals becomes a pair.
func (b *builder) end() {
	if c := b.unfinished(); len(c) == 2 {
		first, second := c[0], c[1]
		b.drop()
		b.pair(first, second)
		return
	}
	b.lit(0)
	b.start = len(b.cur.long)
	b.cur.runs = countLong(b.cur.runs)
}

// take ends the current segment, returns all segments and removes them from b.
func (b *builder) take() []segment {
	b.cut()
	taken := b.segments
	b.segments = nil
	return taken
}
