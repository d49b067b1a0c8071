package sat

import (
	"math/big"

	"queens/cmd/qsat/internal/engine"
)

// A Number is M * 2^Shift, as each variable in no clause doubles the number of models,
// which may have billions of digits then; of weights it is that over Denominator, which is
// nil otherwise.
type Number struct {
	M           *big.Int
	Shift       uint64
	Denominator *big.Int
}

// Int returns M * 2^Shift as one integer, of Shift bits more than M.
func (n Number) Int() *big.Int { return engine.Count(n).Int() }

// Rat returns the number as a fraction.
func (n Number) Rat() *big.Rat { return engine.Count(n).Rat() }

// IsZero reports whether the number is 0.
func (n Number) IsZero() bool { return engine.Count(n).IsZero() }
