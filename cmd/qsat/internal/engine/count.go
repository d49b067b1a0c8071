package engine

import "math/big"

// A Count is the number M * 2^Shift: variables that occur in no clause double
// a count each, and there may be more of them than a number can hold digits.
type Count struct {
	M     *big.Int
	Shift uint64
}

// Int returns the number as one integer of M's bits and Shift more.
func (c Count) Int() *big.Int {
	return new(big.Int).Lsh(c.M, uint(c.Shift))
}

// IsZero reports whether the number is 0.
func (c Count) IsZero() bool { return c.M.Sign() == 0 }
