package dimacs

import (
	"math/big"
	"strconv"
)

// A Count is the number M * 2^Shift: unconstrained variables double a count each,
// and there may be more of them than a number can hold digits. With weights it is that
// over Denominator, which is nil without.
type Count struct {
	M           *big.Int
	Shift       uint64
	Denominator *big.Int
}

// Rat returns the number as a fraction.
func (c Count) Rat() *big.Rat {
	n := new(big.Rat).SetInt(c.Int())
	if c.Denominator != nil {
		n.Quo(n, new(big.Rat).SetInt(c.Denominator))
	}
	return n
}

// Int returns M * 2^Shift as one integer, of Shift bits more than M.
func (c Count) Int() *big.Int { return new(big.Int).Lsh(c.M, uint(c.Shift)) }

// IsZero reports whether the number is 0.
func (c Count) IsZero() bool { return c.M.Sign() == 0 }

// Plus returns the sum of two numbers, of one formula under different assumptions.
func (c Count) Plus(d Count) Count {
	switch {
	case c.IsZero():
		return d
	case d.IsZero():
		return c
	case c.Shift < d.Shift:
		c, d = d, c
	}
	m := new(big.Int).Lsh(c.M, uint(c.Shift-d.Shift))
	return Count{M: m.Add(m, d.M), Shift: d.Shift, Denominator: d.Denominator}
}

// mostBits is the length of the longest number that is written in digits: a
// million of them. Its digits are as many as a model counter can be expected to read.
const mostBits = 3321928

func (c Count) isLong() bool { return !c.IsZero() && c.Shift+uint64(c.M.BitLen()) > mostBits }

// String returns M * 2^Shift in digits, or as "2^Shift * M" if these were more than a
// million.
func (c Count) String() string {
	if c.isLong() {
		return "2^" + strconv.FormatUint(c.Shift, 10) + " * " + c.M.String()
	}
	return c.Int().String()
}
