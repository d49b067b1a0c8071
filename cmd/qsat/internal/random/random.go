// Package random makes random numbers. A Source draws models. It has exactly the requested
// probabilities if the bits of ChaCha8, with the seed as its key, are independent and equally
// likely to be 0 or 1. Nothing is rounded. A Stream makes the choices of a search, and is faster.
package random

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// A Stream separates the random numbers of one use from the numbers of other uses with the same
// seed.
type Stream uint64

// The streams of the engines. Walks is the stream of random walks, and of choices that do not
// depend on the seed.
const (
	Walks    Stream = 0
	CDCL     Stream = 0x6364_636c
	DPLL     Stream = 0x6470_6c6c
	Symmetry Stream = 0x7379_6d6d
)

// Rand returns a generator. The same stream and seed give the same numbers.
func (s Stream) Rand(seed int64) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), uint64(s))) }

// A Source is a source of random numbers for samples. It is not safe for concurrent use.
type Source struct {
	source rand.Source
	bits   uint64 // a random word; its lowest left bits are not used yet
	left   int    // the number of unused bits
}

// New returns a source with this seed. Sources with the same seed give the same numbers.
func New(seed int64) *Source {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], uint64(seed))
	return &Source{source: rand.NewChaCha8(key)}
}

// Flip returns true with probability 1/2. It uses one bit of a random word, and keeps the others
// for the next calls.
func (d *Source) Flip() bool {
	if d.left == 0 {
		d.bits, d.left = d.source.Uint64(), 64
	}
	d.left--
	return d.bits>>d.left&1 != 0
}

// Below returns a number from 0 to n-1, each with probability 1/n. N must be positive. It
// draws numbers with the bit length of n-1 until one is below n.
func (d *Source) Below(n uint64) uint64 {
	for shift := bits.LeadingZeros64(n - 1); ; {
		if x := d.source.Uint64() >> shift; x < n {
			return x
		}
	}
}

// Digits returns the first 64 binary digits after the point of share/all, where 0 <= share
// <= all and all > 0. For share = all these are 64 ones, from 0.111...
func Digits(share, all *big.Int) uint64 {
	if share.Cmp(all) == 0 {
		return math.MaxUint64 // 0.111...
	}
	digits := new(big.Int).Lsh(share, 64)
	return digits.Quo(digits, all).Uint64()
}

// Falls returns true with probability share/all. The argument digits must be Digits(share, all),
// and exactly returns share and all, with the conditions of Digits. Falls compares a random number
// between 0 and 1 with share/all, digit by digit. It calls exactly only if the first 64 digits are
// equal.
func (d *Source) Falls(digits uint64, exactly func() (share, all *big.Int)) bool {
	x := d.source.Uint64()
	if x != digits {
		return x < digits
	}
	share, all := exactly()
	rest := new(big.Int).Lsh(share, 64)
	rest.Sub(rest, new(big.Int).Mul(new(big.Int).SetUint64(digits), all))
	return d.Falls(Digits(rest, all), func() (*big.Int, *big.Int) { return rest, all })
}
