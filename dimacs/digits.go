package dimacs

import "math/bits"

// digits returns the number of decimal digits at the start of the eight bytes
// in w, first byte lowest, and their value.
//
// It works on all bytes at once: a digit differs from '0' by at most 9, so
// adding 0x76 sets the top bit of every other byte; the digits are then moved
// to the end of the word and summed by pairs, fours and eights.
func digits(w uint64) (value uint64, n int) {
	x := w ^ 0x3030303030303030
	other := (x + 0x7676767676767676 | x) & 0x8080808080808080
	n = bits.TrailingZeros64(other) >> 3
	x <<= uint(64-8*n) & 127
	x = x*10 + x>>8
	const pairs = 0x000000FF000000FF
	const upper, lower = 100 + 1000000<<32, 1 + 10000<<32
	return ((x&pairs)*upper + (x>>16&pairs)*lower) >> 32, n
}
