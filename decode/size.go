package decode

import (
	"errors"
	"fmt"
	"math"

	"queens/dimacs"
	"queens/encode"
)

// ErrSizeUnknown is wrapped by the error for a model without comments that does
// not tell by itself what board it is of.
var ErrSizeUnknown = errors.New("the size of the board is not known")

// An UndescribedError says that a model is no legal board of the size that its
// values or the user tell, while nothing describes the instance: it may be a
// shuffled one.
type UndescribedError struct{ error }

func (e *UndescribedError) Unwrap() error { return e.error }

// A QueensError says that of as many values as a board has squares more or fewer are true
// than it has rows: some may be those of auxiliary variables.
type QueensError struct {
	Queens int // true values
	Values int
}

func (e *QueensError) Error() string {
	return fmt.Sprintf("the model is not a board: %s, but %s", count(e.Values, "value"), count(e.Queens, "queen"))
}

// sizeOf returns the size of the board that a model describes if nothing but
// the model tells. Of values variables, as many as there are squares, exactly
// the square root has to be true, on squares that do not attack each other: any
// other model might be of another puzzle, or have auxiliary variables.
func sizeOf(model []dimacs.Lit, values int, a *attacks) (int, error) {
	n := squareRoot(values)
	if values == 0 || n*n != values || n > encode.MaxN {
		return 0, fmt.Errorf("%w: %s, which is not a square number", ErrSizeUnknown, count(values, "value"))
	}
	for _, l := range model {
		if l.Var() > values {
			return 0, fmt.Errorf("%w: %s, but one for variable %d", ErrSizeUnknown, count(values, "value"), l.Var())
		}
	}
	var p Placement
	p.set(&encode.Instance{N: n}, model)
	if len(p.Queens) != n {
		return 0, &UndescribedError{&QueensError{Queens: len(p.Queens), Values: values}}
	}
	if err := a.find(&p); err != nil {
		return 0, &UndescribedError{fmt.Errorf("on a board of size %d, %w", n, err)}
	}
	return n, nil
}

// queensOf returns the error for a number of queens that does not fit that of
// values.
func queensOf(queens, values int) error {
	return fmt.Errorf("%w: %s, but %s", ErrSizeUnknown, count(values, "value"), count(queens, "queen"))
}

// squareRoot returns the square root, rounded to a whole number.
func squareRoot(n int) int { return int(math.Round(math.Sqrt(float64(n)))) }
