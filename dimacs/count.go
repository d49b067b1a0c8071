package dimacs

import (
	"math/big"
	"strconv"
)

// A Count is the number M * 2^Shift / Denominator: a number of models, or a sum of weights. The
// power of two is separate because each unconstrained variable doubles a count, so that a formula
// with millions of such variables does not need numbers of millions of bits.
//
// The zero value is 0. A nil M means 0, a nil Denominator means 1. Denominator must not be 0.
// Methods never change the numbers that a Count points to; results may share them.
type Count struct {
	M           *big.Int
	Shift       uint64
	Denominator *big.Int
}

// Rat returns the number as a fraction in lowest terms.
func (c Count) Rat() *big.Rat {
	if c.IsZero() {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(new(big.Int).Lsh(c.M, uint(c.Shift)), c.denominator())
}

// Int returns the number as an integer, or nil if it is not an integer. A number of models is
// an integer; a sum of weights may be a fraction.
func (c Count) Int() *big.Int {
	switch {
	case c.IsZero():
		return new(big.Int)
	case c.Denominator == nil:
		return new(big.Int).Lsh(c.M, uint(c.Shift))
	}
	if n := c.Rat(); n.IsInt() {
		return n.Num()
	}
	return nil
}

// IsZero reports whether the number is 0.
func (c Count) IsZero() bool { return c.M == nil || c.M.Sign() == 0 }

// Plus returns the sum of two numbers.
func (c Count) Plus(d Count) Count {
	switch {
	case c.IsZero():
		return d
	case d.IsZero():
		return c
	case c.denominator().Cmp(d.denominator()) != 0:
		c, d = c.times(d.denominator()), d.times(c.denominator())
	}
	if c.Shift < d.Shift {
		c, d = d, c
	}
	m := new(big.Int).Lsh(c.M, uint(c.Shift-d.Shift))
	sum := Count{M: m.Add(m, d.M), Shift: d.Shift, Denominator: d.Denominator}
	if sum.IsZero() {
		return Count{M: sum.M}
	}
	return sum
}

// times returns an equal number whose M and Denominator are multiplied by n. c.M must not be nil.
func (c Count) times(n *big.Int) Count {
	return Count{new(big.Int).Mul(c.M, n), c.Shift, new(big.Int).Mul(c.denominator(), n)}
}

var one = big.NewInt(1)

func (c Count) denominator() *big.Int {
	if c.Denominator == nil {
		return one
	}
	return c.Denominator
}

// maxDecimalBits is the largest length, in bits, of a numerator that String writes in decimal: about
// a million digits. String writes a longer numerator as 2^Shift * M, because a program that reads
// counts cannot be expected to read longer decimal numbers.
const maxDecimalBits = 3321928

// String returns the number in decimal, or in lowest terms as a fraction such as "19/15". If M
// * 2^Shift has more than about a million digits, the result is "2^Shift * M" instead, followed
// by " / Denominator" unless that is nil. For example, 3 * 2^40000000 is "2^40000000 * 3".
func (c Count) String() string {
	if c.IsZero() || c.Shift+uint64(c.M.BitLen()) <= maxDecimalBits {
		return c.Rat().RatString()
	}
	s := "2^" + strconv.FormatUint(c.Shift, 10) + " * " + c.M.String()
	if c.Denominator != nil {
		s += " / " + c.Denominator.String()
	}
	return s
}
