// Package bitset has sets of small numbers as bits, 64 of them a word. Loops that look at
// all words of several sets at once go over the words themselves.
package bitset

import (
	"iter"
	"math/bits"
	"slices"
)

// A Set has room for the numbers that it was made for. Adding, removing and asking take no
// call.
type Set[T ~int | ~int32 | ~uint32] []uint64

// New returns a set without members that has room for the numbers below n.
func New[T ~int | ~int32 | ~uint32](n int) Set[T] { return make(Set[T], (n+63)/64) }

// Add adds i.
func (s Set[T]) Add(i T) { s[i>>6] |= 1 << (i & 63) }

// Remove removes i.
func (s Set[T]) Remove(i T) { s[i>>6] &^= 1 << (i & 63) }

// Has reports whether i is a member.
func (s Set[T]) Has(i T) bool { return s[i>>6]>>(i&63)&1 != 0 }

// IsEmpty reports whether there is no member.
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

// All yields the members, ascending.
func (s Set[T]) All() iter.Seq[T] { return s.Common(s, 0) }

// Common yields the members of both s and t, ascending. The first word of t is for those of
// word first of s.
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

// AndNot sets s to what is in a and not in b.
func (s Set[T]) AndNot(a, b Set[T]) {
	for w, word := range b {
		s[w] = a[w] &^ word
	}
}
