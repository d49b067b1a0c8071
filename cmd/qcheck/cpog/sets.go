package cpog

import (
	"hash/maphash"
	"iter"
	"math/bits"
	"slices"
)

// A word is a part of a set of variables: bit i of bits is variable 64*at + i.
type word struct {
	at   uint32
	bits uint64
}

// A sets value stores each set of variables once and identifies it by its index in list. A set is
// a list of nonempty words, ascending in at. To make a set, call add for its words, then intern.
type sets struct {
	list    [][]word
	table   []int32 // hash table of 1 + the index in list; its size is a power of two
	seed    uint64
	union   []uint64 // indexed by word: the union of the words added since the last intern
	touched []uint32 // the indices of the nonzero elements of union
	buf     []word
}

// newSets returns a sets value that contains only the empty set, with index 0.
func newSets() *sets {
	s := &sets{table: make([]int32, 64), seed: maphash.String(maphash.MakeSeed(), "")}
	s.intern()
	return s
}

func (s *sets) grow(n uint32) {
	for len(s.union) <= int(n/64) {
		s.union = append(s.union, 0)
	}
}

// add adds a word to the union. It returns a variable of the word that the union contained
// before, or 0.
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
	s.buf = s.buf[:0]
	for _, at := range s.touched {
		s.buf = append(s.buf, word{at, s.union[at]})
		s.union[at] = 0
	}
	s.touched = s.touched[:0]
	slot := s.slot(s.buf)
	if *slot == 0 {
		s.list = append(s.list, slices.Clone(s.buf))
		*slot = int32(len(s.list))
		if 2*len(s.list) > len(s.table) {
			s.table = make([]int32, 2*len(s.table))
			for i, set := range s.list {
				*s.slot(set) = int32(i + 1)
			}
		}
		return int32(len(s.list) - 1)
	}
	return *slot - 1
}

// slot returns the table entry of a set, or the free entry where it belongs.
func (s *sets) slot(set []word) *int32 {
	h := s.seed
	for _, w := range set {
		hi, lo := bits.Mul64(h^w.bits, 0x9e3779b97f4a7c15^uint64(w.at)<<1)
		h = hi ^ lo
	}
	for i := h; ; i++ {
		slot := &s.table[i&uint64(len(s.table)-1)]
		if *slot == 0 || slices.Equal(s.list[*slot-1], set) {
			return slot
		}
	}
}

// difference yields the words of a without the variables in b.
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
