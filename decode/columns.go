package decode

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"queens/dimacs"
	"queens/encode"
)

// columns collects the values of variables in a solution of an integer program. Variables are
// identified by name: x12 is variable 12; x_3_5 or x(3,5) is the square in row 3 and column 5,
// both from 1. Other prefixes than x are in columnNames. Names of rows and other variables are
// ignored.
type columns struct {
	values  map[encode.Square]bool // indexed by square; variable V has row 0 and column V, and so have squares if the size is known
	squares bool                   // a square was named by row and column
	largest int                    // the largest row, column or variable
	ones    int                    // number of variables with the value 1
}

var columnNames = []string{"x", "q", "v", "b", "X", "Q", "V", "B", "board", "queen", "cell", "square"}

func (c *columns) clear() {
	if c.values == nil {
		c.values = map[encode.Square]bool{}
	}
	clear(c.values)
	c.squares, c.largest, c.ones = false, 0, 0
}

// add stores the value of a variable. It returns an error if the value is not 0 or 1 within the
// tolerance of solvers, if the variable has a value, or if the square is not on the board.
func (c *columns) add(r *solutions, name, value word) error {
	start := bytes.IndexAny(name.text, "0123456789")
	if start < 0 || !slices.Contains(columnNames, string(bytes.TrimRight(name.text[:start], "_([<"))) {
		return nil
	}
	s, ok := squareOf(bytes.FieldsFunc(name.text[start:], func(r rune) bool { return r < '0' || r > '9' }))
	if !ok {
		return r.unexpected("a variable or a square, counted from 1, in the name", name)
	}
	if s.Row > 0 && r.size > 0 {
		if max(s.Row, s.Col) > r.size {
			return r.unexpected(fmt.Sprintf("a square of a board of size %d", r.size), name)
		}
		s = encode.Square{Col: (s.Row-1)*r.size + s.Col}
	}
	if _, again := c.values[s]; again {
		return r.unexpected("one value for each variable", name)
	}
	x, err := strconv.ParseFloat(string(value.text), 64)
	const tolerance = 1e-4
	if err != nil || math.Abs(x) > tolerance && math.Abs(x-1) > tolerance {
		return r.unexpected("the value 0 or 1", value)
	}
	c.values[s] = x > 0.5
	c.squares = c.squares || s.Row > 0
	c.largest = max(c.largest, s.Row, s.Col)
	if x > 0.5 {
		c.ones++
	}
	return nil
}

// squareOf returns the square for two numbers, row and column, or the variable for one number,
// as in columns.values. It reports false for more numbers, and for numbers out of range.
func squareOf(numbers [][]byte) (s encode.Square, ok bool) {
	most := dimacs.MaxVar
	if len(numbers) == 2 {
		most = encode.MaxN
	}
	for _, text := range numbers {
		n, err := strconv.Atoi(string(text))
		if err != nil || n < 1 || n > most {
			return s, false
		}
		s.Row, s.Col = s.Col, n
	}
	return s, len(numbers) <= 2
}

// board returns the model. If the size of the board is known, these are the values in the solution.
// Otherwise c.boardSize gives the size, squares without a value are empty, and the other variables
// with a value follow the board. Then it is an error if squares were named and there are fewer queens
// than rows, so that a single large number cannot take much memory.
func (s *solutions) board(c *columns) ([]dimacs.Lit, error) {
	n := s.size
	s.model = s.model[:0]
	if n == 0 {
		if n = c.boardSize(); c.squares && c.ones < n {
			return nil, errQueens(c.ones, n*n)
		}
		s.emptyBoard(n)
	}
	board := len(s.model)
	for square, one := range c.values {
		l := dimacs.Lit(square.Col)
		if square.Row > 0 {
			l += dimacs.Lit((square.Row - 1) * n)
		}
		switch v := int(l); {
		case !one && v > board:
			s.model = append(s.model, -l)
		case v > board:
			s.model = append(s.model, l)
		case one:
			s.model[v-1] = l
		}
	}
	slices.SortFunc(s.model[board:], func(a, b dimacs.Lit) int { return cmp.Compare(a.Var(), b.Var()) })
	return s.model, nil
}

// boardSize returns the size of the board. If squares were named, that is the largest row or
// column. If all of variables 1 to n*n have a value, it is n. Otherwise zeros may be missing,
// and it is the number of queens, since there is one in each row.
func (c *columns) boardSize() int {
	n := squareRoot(len(c.values))
	switch {
	case c.squares:
		return min(c.largest, encode.MaxN)
	case n*n == len(c.values) && n*n == c.largest:
		return n
	}
	return min(c.ones, encode.MaxN)
}
