// Package dice has random numbers with the probabilities that are asked for, exactly, as
// far as the bits of a generator are as likely to be 0 as 1: nothing is rounded. It owns the
// generator, which a seed chooses.
package dice

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// Dice are where random numbers come from.
type Dice struct {
	source rand.Source
	bits   uint64 // that were not used,
	left   int    // so many
}

// New returns the dice of a seed.
func New(seed int64) *Dice {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], uint64(seed))
	return &Dice{source: rand.NewChaCha8(key)}
}

// Flip returns true as often as false.
func (d *Dice) Flip() bool {
	if d.left == 0 {
		d.bits, d.left = d.source.Uint64(), 64
	}
	d.left--
	return d.bits>>d.left&1 != 0
}

// Below returns a number from 0 to n-1, which is not negative: numbers of as many bits are
// drawn until one is below n.
func (d *Dice) Below(n uint64) uint64 {
	for shift := bits.LeadingZeros64(n - 1); ; {
		if x := d.source.Uint64() >> shift; x < n {
			return x
		}
	}
}

// Digits returns the first 64 binary digits of a share, from 0 to 1, of something positive.
func Digits(share, all *big.Int) uint64 {
	if share.Cmp(all) == 0 {
		return math.MaxUint64 // 0.111...
	}
	digits := new(big.Int).Lsh(share, 64)
	return digits.Quo(digits, all).Uint64()
}

// Falls returns true with the probability of share/all, of which it is given the first digits:
// if a number from 0 to 1 is less, of which it draws as many digits as decide. Exactly returns
// the two if the first do not.
func (d *Dice) Falls(digits uint64, exactly func() (share, all *big.Int)) bool {
	x := d.source.Uint64()
	if x != digits {
		return x < digits
	}
	share, all := exactly()
	rest := new(big.Int).Lsh(share, 64)
	rest.Sub(rest, new(big.Int).Mul(new(big.Int).SetUint64(digits), all))
	return d.Falls(Digits(rest, all), func() (*big.Int, *big.Int) { return rest, all })
}
