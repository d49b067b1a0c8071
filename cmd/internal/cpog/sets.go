package cpog

import (
	"hash/maphash"
	"iter"
	"math/bits"
	"slices"
)

// A word is 64 of the numbers of variables, those from 64*at on.
type word struct {
	at   uint32
	bits uint64
}

// sets holds each set of variables once, as ascending words without empty ones.
type sets struct {
	list    [][]word
	table   []int32 // of where they are in list, from 1 on, by hash; a power of two
	seed    uint64
	union   []uint64 // of what was added since the last was interned
	touched []uint32 // which of union are not 0
	buf     []word
}

// newSets returns the set of none.
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

// add adds a word, and returns a variable of it that was there before, or 0.
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

// intern returns where in the list the union is, and empties it.
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

// slot returns where in the table a set is, or belongs.
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

// difference yields the words of what is in one set and not in another.
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
