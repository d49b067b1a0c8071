package decode

import (
	"errors"
	"fmt"
	"math"

	"queens/dimacs"
	"queens/encode"
)

// ErrSizeUnknown is the error, wrapped, for a model without comments that does not determine
// the size of its board.
var ErrSizeUnknown = errors.New("the size of the board is not known")

// An UndescribedError says that a model without a description of its instance is not a legal
// board of the size that its values or the user give. The instance may have been shuffled.
type UndescribedError struct{ error }

func (e *UndescribedError) Unwrap() error { return e.error }

// A QueensError says that the number of true values differs from the number of rows. The number
// of values is a square number, as for a board; but they may be the values of auxiliary
// variables.
type QueensError struct {
	Queens int // number of true values
	Values int // number of values
}

func (e *QueensError) Error() string {
	return fmt.Sprintf("the model is not a board: %s, but %s", count(e.Values, "value"), count(e.Queens, "queen"))
}

// sizeOf returns the size n of the board if only the model determines it. The number of values
// must be n*n, no variable may be larger, and exactly n variables must be true, for queens
// without attacks. Any other model may belong to another puzzle, or have auxiliary variables;
// then the error wraps ErrSizeUnknown or is an *UndescribedError.
func sizeOf(model []dimacs.Lit, values int) (int, error) {
	n := squareRoot(values)
	if values == 0 || n*n != values || n > encode.MaxN {
		return 0, fmt.Errorf("%w: %s, which is not a square number", ErrSizeUnknown, count(values, "value"))
	}
	for _, l := range model {
		if l.Var() > values {
			return 0, fmt.Errorf("%w: %s, but one of them is for variable %d", ErrSizeUnknown, count(values, "value"), l.Var())
		}
	}
	var p Placement
	p.set(&encode.Instance{N: n}, model)
	if len(p.Queens) != n {
		return 0, &UndescribedError{&QueensError{Queens: len(p.Queens), Values: values}}
	}
	if err := checkLines(&p); err != nil {
		return 0, &UndescribedError{fmt.Errorf("on a board of size %d, %w", n, err)}
	}
	return n, nil
}

// squareRoot returns the square root of n, rounded to an integer.
func squareRoot(n int) int { return int(math.Round(math.Sqrt(float64(n)))) }
