package cpog

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"sort"
)

// A lit is a literal: 2n for variable n, counted from 1, and 2n+1 for its complement. The value 0
// ends a clause.
type lit uint32

func literal(n uint32, negative bool) lit {
	if negative {
		return lit(2*n + 1)
	}
	return lit(2 * n)
}

// A clauses value stores clauses in one array, each followed by a zero. Their numbers ascend, but
// may have gaps.
type clauses struct {
	arena  []lit
	refs   []int    // per clause: twice the index of its first literal, plus defining or 0; 0 if deleted
	blocks []block  // runs of clauses in refs with successive numbers
	last   int      // the number of the last clause added; 0 before the first
	uses   []uint32 // indexed by variable: the number of literals in clauses
}

// defining marks the entry in refs of a clause that defines an operation.
const defining = 1

// A block is a run of clauses with successive numbers: its first clause has the given number and
// the entry refs[first].
type block struct{ number, first int }

// enter adds the clause that consists of the literals from arena[at] to the end of arena, and appends its
// final zero. Its number must be above c.last. The argument kind is defining or 0.
func (c *clauses) enter(number, at, kind int) {
	for _, l := range c.arena[at:] {
		c.uses[l>>1]++
	}
	c.arena = append(c.arena, 0)
	if number != c.last+1 || c.blocks == nil {
		c.blocks = append(c.blocks, block{number, len(c.refs)})
	}
	c.refs, c.last = append(c.refs, 2*at|kind), number
}

// definition adds a defining clause of two literals, which has the given number.
func (c *clauses) definition(number int, a, b lit) {
	c.arena = append(c.arena, a, b)
	c.enter(number, len(c.arena)-2, defining)
}

// ref returns a pointer to the entry in refs of the clause with the given number, or nil if there
// is no such clause or it is deleted.
func (c *clauses) ref(number int) *int {
	b := len(c.blocks) - 1
	if b >= 0 && number < c.blocks[b].number {
		b = sort.Search(b, func(i int) bool { return c.blocks[i].number > number }) - 1
	}
	if b < 0 {
		return nil
	}
	i := c.blocks[b].first + number - c.blocks[b].number
	end := len(c.refs)
	if b+1 < len(c.blocks) {
		end = c.blocks[b+1].first
	}
	if i >= end || c.refs[i] == 0 {
		return nil
	}
	return &c.refs[i]
}

// numberOf returns the number of the clause with the entry refs[i].
func (c *clauses) numberOf(i int) int {
	b := c.blocks[sort.Search(len(c.blocks), func(b int) bool { return c.blocks[b].first > i })-1]
	return b.number + i - b.first
}

// lits returns the literals of the clause with the entry ref, which must not be 0. The slice is a part of
// arena.
func (c *clauses) lits(ref int) []lit {
	at := ref / 2
	end := at
	for c.arena[end] != 0 {
		end++
	}
	return c.arena[at:end]
}

// remove deletes the clause with the entry *ref, which must not be 0, and sets the entry to 0.
func (c *clauses) remove(ref *int) {
	for _, l := range c.lits(*ref) {
		c.uses[l>>1]--
	}
	*ref = 0
}

// A word is a set of variables among 64 successive ones: bit i of bits is variable 64*at + i.
type word struct {
	at   uint32
	bits uint64
}

// A sets value stores each set of variables once and identifies it by its index in list. A set is a
// list of nonempty words, ascending in at. To make a set, call add for its words, then intern.
type sets struct {
	list    [][]word
	index   map[string]int32 // the indices in list, indexed by the bytes of the words
	union   []uint64         // indexed by word: the union of the words added since the last intern
	touched []uint32         // the indices of the nonzero elements of union
	key     []byte
}

// newSets returns a sets value that contains only the empty set, with index 0.
func newSets() *sets {
	s := &sets{index: map[string]int32{}}
	s.intern()
	return s
}

// grow makes room in union for the variables up to n.
func (s *sets) grow(n uint32) {
	for len(s.union) <= int(n/64) {
		s.union = append(s.union, 0)
	}
}

// add adds a word, which must not be empty, to the union, which must have room for it. If the union
// contained variables of the word before, it returns the smallest of them, and otherwise 0.
func (s *sets) add(w word) uint32 {
	old := s.union[w.at]
	if old == 0 {
		s.touched = append(s.touched, w.at)
	}
	s.union[w.at] = old | w.bits
	if both := old & w.bits; both != 0 {
		return 64*w.at + uint32(bits.TrailingZeros64(both))
	}
	return 0
}

// intern returns the index in list of the union, which it adds if it is new, and empties the
// union.
func (s *sets) intern() int32 {
	slices.Sort(s.touched)
	s.key = s.key[:0]
	for _, at := range s.touched {
		s.key = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(s.key, at), s.union[at])
	}
	i, known := s.index[string(s.key)]
	if !known {
		i = int32(len(s.list))
		var set []word
		for _, at := range s.touched {
			set = append(set, word{at, s.union[at]})
		}
		s.list, s.index[string(s.key)] = append(s.list, set), i
	}
	for _, at := range s.touched {
		s.union[at] = 0
	}
	s.touched = s.touched[:0]
	return i
}

// difference yields the words of a without the variables in b, and skips words that become empty. Both
// lists must ascend in at.
func difference(a, b []word) iter.Seq[word] {
	return func(yield func(word) bool) {
		for _, w := range a {
			for len(b) > 0 && b[0].at < w.at {
				b = b[1:]
			}
			if len(b) > 0 && b[0].at == w.at {
				w.bits &^= b[0].bits
			}
			if w.bits != 0 && !yield(w) {
				return
			}
		}
	}
}
