package encode

import (
	"math"
	"math/bits"

	"queens/dimacs"
)

// A textLength is a Sink that counts the literals of the clauses and their
// bytes as text.
type textLength struct{ literals, bytes int64 }

func (t *textLength) Clause(lits ...dimacs.Lit) {
	t.literals += int64(len(lits))
	t.bytes += bytesOf(lits) + int64(len("0\n"))
}

func (t *textLength) Binary(a, b dimacs.Lit) {
	t.literals += 2
	t.bytes += literalBytes(a) + literalBytes(b) + int64(len("0\n"))
}

func (t *textLength) Pairs(lits []dimacs.Lit) {
	n := pairs(len(lits))
	t.literals += 2 * n
	t.bytes += n * int64(len("0\n"))
	if len(lits) > 1 {
		t.bytes += bytesOf(lits) * int64(len(lits)-1) // each literal is in so many clauses
	}
}

func (t *textLength) Err() error { return nil }

func bytesOf(lits []dimacs.Lit) int64 {
	n := int64(0)
	for _, l := range lits {
		n += literalBytes(l)
	}
	return n
}

// literalBytes returns the length of l as text with the blank after it.
func literalBytes(l dimacs.Lit) int64 {
	v, sign := uint32(l), int64(0)
	if l < 0 {
		v, sign = -v, 1
	}
	n := int64(tens[bits.Len32(v)]) + sign
	if v >= powers[n-sign] {
		n++
	}
	return n + int64(len(" "))
}

// powers holds 10^i, and tens, for each length in bits, the number of digits of
// the smallest such number.
var (
	powers = [...]uint32{1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, math.MaxUint32}
	tens   = [...]uint8{1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10}
)

// A byteCount is a writer that only counts.
type byteCount int64

func (c *byteCount) Write(p []byte) (int, error) {
	*c += byteCount(len(p))
	return len(p), nil
}
