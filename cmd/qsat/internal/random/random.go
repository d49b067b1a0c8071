// Package random makes random numbers with exactly the requested probabilities, if the bits
// of the generator are independent and equally likely to be 0 or 1: nothing is rounded. It
// owns the generator, ChaCha8 with the seed as its key.
package random

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// A Source is a source of random numbers.
type Source struct {
	source rand.Source
	bits   uint64 // the lowest left bits are not used yet
	left   int    // the number of unused bits
}

// New returns a source with this seed. Sources with the same seed give the same numbers.
func New(seed int64) *Source {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], uint64(seed))
	return &Source{source: rand.NewChaCha8(key)}
}

// Flip returns true with probability 1/2.
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

// Falls returns true with probability share/all. Digits must be Digits(share, all), and
// exactly returns share and all. Falls compares a random number between 0 and 1 with
// share/all, digit by digit. It calls exactly only if the first 64 digits are equal.
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
