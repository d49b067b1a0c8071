package cpog

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
)

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
