package explain

import (
	"math/bits"
	"slices"
)

// A set is a set of squares. Bit i is the square with index i, which is the square of variable
// i+1 in reading order.
type set []uint64

func (s set) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s set) add(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s set) remove(i int)   { s[i>>6] &^= 1 << (i & 63) }

func (s set) empty() bool { return !slices.ContainsFunc(s, func(w uint64) bool { return w != 0 }) }

// or adds the squares of t, and minus removes them. and keeps only the squares of t.
func (s set) or(t set) {
	for w := range s {
		s[w] |= t[w]
	}
}

func (s set) minus(t set) {
	for w := range s {
		s[w] &^= t[w]
	}
}

func (s set) and(t set) {
	for w := range s {
		s[w] &= t[w]
	}
}

// meets reports whether the sets share a square.
func (s set) meets(t set) bool {
	for w := range s {
		if s[w]&t[w] != 0 {
			return true
		}
	}
	return false
}

// within reports whether t contains every square of s.
func (s set) within(t set) bool {
	for w := range s {
		if s[w]&^t[w] != 0 {
			return false
		}
	}
	return true
}

func (s set) len() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// all yields the squares of the set in reading order. If the loop removes a square, all may still
// yield it.
func (s set) all(yield func(i int) bool) {
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(k<<6 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}
