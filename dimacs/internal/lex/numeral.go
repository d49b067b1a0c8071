package lex

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

const (
	// NumeralWidth is the size of a buffer for the longest literal and the bytes after it, as
	// in "-2147483647 0\n", which has 14 bytes.
	NumeralWidth = 16
	// NumeralSlack is the number of bytes behind the text that a copy may overwrite.
	NumeralSlack = 2 * NumeralWidth
)

// A Numeral is a literal in decimal and the bytes that follow it. A copy of the whole array takes one
// or two instructions, without a loop.
type Numeral struct {
	Text [NumeralWidth]byte
	Len  int // length of the text
}

// NewNumeral returns the numeral of l, which is not 0, followed by end, which has at most three bytes.
func NewNumeral(l int32, end string) (t Numeral) {
	t.Len = PutLiteral(&t.Text, l)
	t.Len += copy(t.Text[t.Len:], end)
	return t
}

// PutLiteral writes l, which is not 0, in decimal to the start of b. It returns the length, at
// most 11 bytes, and may overwrite the rest of b.
func PutLiteral(b *[NumeralWidth]byte, l int32) int {
	u, n := uint32(l), 0
	if l < 0 {
		b[0] = '-'
		u, n = -u, 1
	}
	if u >= 1e8 {
		return n + putWide(b[n:], u)
	}
	digits := eightDigits(u)
	zeros := bits.TrailingZeros64(digits) &^ 7 // of leading digits
	binary.LittleEndian.PutUint64(b[n:], (digits|asciiZeros)>>zeros)
	return n + 8 - zeros/8
}

// putWide writes u >= 1e8 in decimal to the start of b and returns the length.
func putWide(b []byte, u uint32) int {
	n := 0
	high := u / 1e8 // at most 42
	if high >= 10 {
		b[0] = '0' + byte(high/10)
		n = 1
	}
	b[n] = '0' + byte(high%10)
	binary.LittleEndian.PutUint64(b[n+1:], eightDigits(u%1e8)|asciiZeros)
	return n + 9
}

const asciiZeros = 0x3030303030303030

// eightDigits returns the eight decimal digits of u < 1e8, one per byte, the first digit in the
// lowest byte. It divides two halves, then four pairs, then eight digits at once.
//
// Source: P. Khuong, "How to print integers really fast", 2017.
func eightDigits(u uint32) uint64 {
	high := u / 10000
	m := uint64(high) | uint64(u-10000*high)<<32
	h := m * 10486 >> 20 & 0x0000007f0000007f // m / 100 in each half
	m = h | (m-100*h)<<16
	h = m * 103 >> 10 & 0x000f000f000f000f // m / 10 in each quarter
	return h | (m-10*h)<<8
}

// ErrLiteral is the error for 0 and -2^31 in a clause: the first would end it.
var ErrLiteral = errors.New("0 and -2147483648 are not literals")
