// Package bitset provides sets of small non-negative integers, with 64 members per word. A
// loop that combines several sets may use the words directly.
package bitset

import (
	"iter"
	"math/bits"
	"slices"
)

// A Set holds numbers from 0 to below the limit that New was given. Add, Remove and Has panic for
// larger numbers, except that the last word may have room for some. They are small enough to be
// inlined.
type Set[T ~int | ~int32 | ~uint32] []uint64

// New returns an empty set for the numbers below n.
func New[T ~int | ~int32 | ~uint32](n int) Set[T] { return make(Set[T], (n+63)/64) }

// Add adds i.
func (s Set[T]) Add(i T) { s[i>>6] |= 1 << (i & 63) }

// Remove removes i.
func (s Set[T]) Remove(i T) { s[i>>6] &^= 1 << (i & 63) }

// Has reports whether i is a member.
func (s Set[T]) Has(i T) bool { return s[i>>6]>>(i&63)&1 != 0 }

// IsEmpty reports whether the set has no members.
func (s Set[T]) IsEmpty() bool {
	return !slices.ContainsFunc(s, func(word uint64) bool { return word != 0 })
}

// Len returns the number of members.
func (s Set[T]) Len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// All yields the members in ascending order.
func (s Set[T]) All() iter.Seq[T] { return s.Common(s, 0) }

// Common yields the numbers that are in both s and t, ascending. Word 0 of t holds the numbers
// 64*first to 64*first+63, so that t may be a range of words of a set. S must have at least
// first+len(t) words.
func (s Set[T]) Common(t Set[T], first int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for w, word := range t {
			for word &= s[first+w]; word != 0; word &= word - 1 {
				if !yield(T((first+w)<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// AndNot sets s to the members of a that are not in b. It changes the first len(b) words of s; s
// and a must not be shorter.
func (s Set[T]) AndNot(a, b Set[T]) {
	for w, word := range b {
		s[w] = a[w] &^ word
	}
}

// Or adds the members of t. S must be at least as long as t.
func (s Set[T]) Or(t Set[T]) {
	for w, word := range t {
		s[w] |= word
	}
}

// And removes the members that t lacks. S must be as long as t.
func (s Set[T]) And(t Set[T]) {
	for w, word := range t {
		s[w] &= word
	}
}

// Meets reports whether s and t have a common member. S must be at least as long as t.
func (s Set[T]) Meets(t Set[T]) bool {
	for range s.Common(t, 0) {
		return true
	}
	return false
}

// Within reports whether t contains every member of s. T must be at least as long as s.
func (s Set[T]) Within(t Set[T]) bool {
	for w, word := range s {
		if word&^t[w] != 0 {
			return false
		}
	}
	return true
}
