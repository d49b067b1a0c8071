package dimacs

import "slices"

// A builder collects the clauses of a chunk, in arrays that it uses again for the next chunk.
type builder struct {
	segment
	start int // length of long without the unfinished clause
}

// lit adds a literal to the unfinished clause.
func (b *builder) lit(l Lit) { b.long = append(b.long, l) }

// unfinished returns the literals added since the last clause ended.
func (b *builder) unfinished() []Lit { return b.long[b.start:] }

// drop discards the unfinished clause.
func (b *builder) drop() { b.long = b.long[:b.start] }

// end ends the unfinished clause. A clause of two literals becomes a pair.
func (b *builder) end() {
	if c := b.unfinished(); len(c) == 2 {
		b.pairs = append(b.pairs, Pair(c))
		b.drop()
		b.countPairs(1)
		return
	}
	b.lit(0)
	b.start = len(b.long)
	b.countLong()
}

// take returns the clauses, and removes them from b. The unfinished clause stays in b. take copies the
// arrays, so that b can use them again. It hands over the array of pairs itself if at least 3/4 of it are
// used.
func (b *builder) take() segment {
	s := segment{b.pairs, slices.Clone(b.long[:b.start]), slices.Clone(b.runs)}
	if b.pairs = nil; len(s.pairs) < cap(s.pairs)*3/4 {
		s.pairs, b.pairs = slices.Clone(s.pairs), s.pairs[:0]
	}
	b.runs = b.runs[:0]
	b.long, b.start = b.long[:copy(b.long, b.unfinished())], 0
	return s
}
