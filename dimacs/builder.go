package dimacs

import "slices"

// A builder collects the clauses of a chunk in its segment, from which take removes them.
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

// end ends the unfinished clause, which may be empty, and adds it to the segment: a clause of two literals
// to its pairs, and any other clause to long.
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
// arrays, so that b can use them again, but it hands over an array of pairs that is at least 3/4 full.
func (b *builder) take() segment {
	s := segment{b.pairs, slices.Clone(b.long[:b.start]), slices.Clone(b.runs)}
	if b.pairs = nil; len(s.pairs) < cap(s.pairs)*3/4 {
		s.pairs, b.pairs = slices.Clone(s.pairs), s.pairs[:0]
	}
	b.runs = b.runs[:0]
	b.long, b.start = b.long[:copy(b.long, b.unfinished())], 0
	return s
}
