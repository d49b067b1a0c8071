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

// columns collects the values that a solution of an integer program gives to
// variables by name: x12 for variable 12, x_3_5 or x(3,5) for the square in row
// 3 and column 5, both from 1. Instead of x the name may be another of
// columnNames; those of rows and of other variables are of no interest.
type columns struct {
	values  map[encode.Square]bool // by square; variable V is the square in row 0 and column V
	squares bool                   // there are others than those of row 0
	largest int                    // row, column or variable
	ones    int
}

var columnNames = []string{"x", "q", "v", "b", "X", "Q", "V", "B", "board", "queen", "cell", "square"}

func (c *columns) clear() {
	if c.values == nil {
		c.values = map[encode.Square]bool{}
	}
	clear(c.values)
	c.squares, c.largest, c.ones = false, 0, 0
}

// add takes note of a value, which has to be 0 or 1 within the tolerance of
// solvers.
func (c *columns) add(r *solutions, name, value word) error {
	start := bytes.IndexAny(name.text, "0123456789")
	if start < 0 || !slices.Contains(columnNames, string(bytes.TrimRight(name.text[:start], "_([<"))) {
		return nil
	}
	s, ok := squareOf(bytes.FieldsFunc(name.text[start:], func(r rune) bool { return r < '0' || r > '9' }))
	if !ok {
		return r.unexpected("a variable or a square, counted from 1, in the name", name)
	}
	if _, again := c.values[s]; again {
		return r.unexpected("one value for each variable", name)
	}
	if s.Row > 0 && r.size > 0 && max(s.Row, s.Col) > r.size {
		return r.unexpected(fmt.Sprintf("a square of a board of size %d", r.size), name)
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

// squareOf returns the square of two numbers, or the variable of one, as in
// columns.values, unless there are more or they are out of range.
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

// board returns the model, a board of n by n of which the squares not named are
// empty. A board that a square far out makes too large for its queens is an
// error before it takes memory.
func (s *solutions) board(c *columns) ([]dimacs.Lit, error) {
	n := s.size
	if n == 0 {
		if n = c.boardSize(); c.squares && c.ones < n {
			return nil, queensOf(c.ones, n*n)
		}
	}
	s.emptyBoard(n)
	for square, one := range c.values {
		l := dimacs.Lit(square.Col)
		if square.Row > 0 {
			l += dimacs.Lit((square.Row - 1) * n)
		}
		switch v := l.Var(); {
		case v > n*n && s.size > 0:
		case v > n*n && one:
			s.model = append(s.model, l)
		case v > n*n:
			s.model = append(s.model, -l)
		case one:
			s.model[v-1] = l
		}
	}
	slices.SortFunc(s.model[n*n:], func(a, b dimacs.Lit) int { return cmp.Compare(a.Var(), b.Var()) })
	return s.optimal(), nil
}

// boardSize returns the largest row or column named, or the size of the board of
// which all variables are named, or else, as zeros may have been left out, the
// number of queens, of which there are as many as rows.
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
