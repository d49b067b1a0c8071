package decode

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"

	"queens/dimacs"
	"queens/encode"
)

// columns collects the values of the variables of a board in a solution of an integer program that
// qgen wrote. Variable V has the name xV. Other names belong to rows and to other variables, and are
// ignored.
type columns struct {
	values  map[int]bool // indexed by variable
	largest int          // the largest variable with a value
	ones    int          // number of variables with the value 1
}

func (c *columns) clear() { *c = columns{values: map[int]bool{}} }

// add stores the value of a variable. It returns an error if the value is not 0 or 1 within the
// tolerance of solvers, or if the variable has a value.
func (c *columns) add(r *solutions, name, value word) error {
	digits, is := bytes.CutPrefix(name.text, []byte("x"))
	if !is || len(digits) == 0 || len(bytes.Trim(digits, "0123456789")) > 0 {
		return nil
	}
	v, err := strconv.Atoi(string(digits))
	if err != nil || v < 1 || v > dimacs.MaxVar {
		return r.unexpected("a variable, counted from 1, in the name", name)
	}
	if _, again := c.values[v]; again {
		return r.unexpected("one value for each variable", name)
	}
	x, err := strconv.ParseFloat(string(value.text), 64)
	const tolerance = 1e-4
	if err != nil || math.Abs(x) > tolerance && math.Abs(x-1) > tolerance {
		return r.unexpected("the value 0 or 1", value)
	}
	c.values[v], c.largest = x > 0.5, max(c.largest, v)
	if x > 0.5 {
		c.ones++
	}
	return nil
}

// board returns the model. If the size of the board is known, these are the values in the solution.
// Otherwise c.boardSize gives the size, squares without a value are empty, and the other variables
// with a value follow the board.
func (s *solutions) board(c *columns) ([]dimacs.Lit, error) {
	s.model = s.model[:0]
	if s.size == 0 {
		s.emptyBoard(c.boardSize())
	}
	board := len(s.model)
	for v, one := range c.values {
		switch {
		case !one && v > board:
			s.model = append(s.model, -dimacs.Lit(v))
		case v > board:
			s.model = append(s.model, dimacs.Lit(v))
		case one:
			s.model[v-1] = dimacs.Lit(v)
		}
	}
	slices.SortFunc(s.model[board:], func(a, b dimacs.Lit) int { return cmp.Compare(a.Var(), b.Var()) })
	return s.model, nil
}

// boardSize returns n if all of the variables 1 to n*n have a value. Otherwise zeros may be missing,
// and it returns the number of queens, since there is one in each row.
func (c *columns) boardSize() int {
	if n := squareRoot(len(c.values)); n*n == len(c.values) && n*n == c.largest {
		return n
	}
	return min(c.ones, encode.MaxN)
}
