package decode

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/encode"
)

// columns collects the values that a solution of an integer program gives to
// variables by name: x12 for variable 12, x_3_5 or x(3,5) for the square in row
// 3 and column 5, both from 1. Instead of x the name may have another of
// columnNames; those of rows and of other variables are of no interest.
type columns struct {
	size    int // of the board, 0 if unknown
	seen    map[encode.Square]bool
	largest int // row or column
	vars    []dimacs.Lit
	squares []squareValue
	model   []dimacs.Lit
}

var columnNames = []string{"x", "q", "v", "b", "X", "Q", "V", "B", "board", "queen", "cell", "square"}

type squareValue struct {
	square encode.Square
	queen  bool
}

func (c *columns) reset() {
	c.vars, c.squares, c.largest = c.vars[:0], c.squares[:0], 0
	clear(c.seen)
}

// add takes note of a value, which has to be 0 or 1 within the tolerance of
// solvers. It returns what it expected instead, or "".
func (c *columns) add(name, value []byte) (expected string) {
	start := bytes.IndexAny(name, "0123456789")
	if start < 0 || !slices.Contains(columnNames, strings.TrimRight(string(name[:start]), "_([<")) {
		return ""
	}
	numbers, ok := indices(name[start:])
	if !ok {
		return "a variable or a square, counted from 1, in the name"
	}
	x, err := strconv.ParseFloat(string(value), 64)
	const tolerance = 1e-4
	if err != nil || math.Abs(x) > tolerance && math.Abs(x-1) > tolerance {
		return "the value 0 or 1"
	}
	s := encode.Square{Col: numbers[0]}
	if len(numbers) == 2 {
		s.Row, s.Col = numbers[0], numbers[1]
	}
	if c.seen[s] {
		return "one value for each variable"
	}
	if c.seen == nil {
		c.seen = map[encode.Square]bool{}
	}
	c.seen[s] = true
	if s.Row == 0 {
		l := dimacs.Lit(s.Col)
		if x < 0.5 {
			l = -l
		}
		c.vars = append(c.vars, l)
		return ""
	}
	if c.size > 0 && max(s.Row, s.Col) > c.size {
		return "a square of a board of size " + strconv.Itoa(c.size)
	}
	c.largest = max(c.largest, s.Row, s.Col)
	c.squares = append(c.squares, squareValue{s, x > 0.5})
	return ""
}

// indices returns the one or two numbers in a name, unless there are more or
// they are out of range.
func indices(name []byte) (numbers []int, ok bool) {
	for len(name) > 0 {
		start := bytes.IndexAny(name, "0123456789")
		if start < 0 {
			break
		}
		name = name[start:]
		end := 0
		for end < len(name) && name[end]-'0' <= 9 {
			end++
		}
		n, err := strconv.Atoi(string(name[:end]))
		if err != nil || n < 1 || n > dimacs.MaxVar {
			return nil, false
		}
		numbers, name = append(numbers, n), name[end:]
	}
	if len(numbers) == 2 && max(numbers[0], numbers[1]) > encode.MaxN {
		return nil, false
	}
	return numbers, len(numbers) <= 2
}

// literals returns the model, a board of n by n of which the squares not named
// are empty. If n is not known, it is the largest row or column named, or as
// many variables by number make a board, or else, where zeros have been left
// out, there are as many rows as queens. A board that a square far out
// makes too large for its queens is an error before it takes memory.
func (c *columns) literals() ([]dimacs.Lit, error) {
	n := c.size
	switch {
	case n > 0:
	case len(c.squares) > 0:
		n = c.largest
		if q := c.queens(); q < n {
			return nil, queensOf(q, n*n)
		}
	default:
		n = c.sizeByNumber()
	}
	c.model = appendEmpty(c.model[:0], n)
	for _, s := range c.squares {
		if s.queen {
			setQueen(c.model, n, s.square.Row, s.square.Col)
		}
	}
	for _, l := range c.vars {
		if v := l.Var(); v <= n*n {
			c.model[v-1] = l
		} else if c.size == 0 {
			c.model = append(c.model, l)
		}
	}
	return c.model, nil
}

// queens returns the number of values that are 1.
func (c *columns) queens() int {
	n := 0
	for _, s := range c.squares {
		if s.queen {
			n++
		}
	}
	for _, l := range c.vars {
		if l > 0 {
			n++
		}
	}
	return n
}

// sizeByNumber guesses the size of the board from variables without squares.
func (c *columns) sizeByNumber() int {
	largest := 0
	for _, l := range c.vars {
		largest = max(largest, l.Var())
	}
	if n := squareRoot(len(c.vars)); n*n == len(c.vars) && largest == len(c.vars) {
		return n
	}
	return min(c.queens(), encode.MaxN)
}

// comments describe the instance once the size of the board is known: an
// integer program has as many queens as fit, or were asked for.
func (c *columns) comments() []dimacs.Comment {
	if c.size == 0 {
		return nil
	}
	return sizedComments(c.model, c.size)
}

func sizedComments(model []dimacs.Lit, size int) []dimacs.Comment {
	queens := 0
	for _, l := range model {
		if l > 0 && l.Var() <= size*size {
			queens++
		}
	}
	in := encode.Instance{N: size, Queens: &queens}
	return in.Comments()
}

// appendEmpty appends the values of an empty board.
func appendEmpty(model []dimacs.Lit, n int) []dimacs.Lit {
	model = slices.Grow(model, n*n)
	for v := 1; v <= n*n; v++ {
		model = append(model, -dimacs.Lit(v))
	}
	return model
}

// setQueen puts a queen on a square of a board of size n.
func setQueen(model []dimacs.Lit, n, row, col int) {
	v := (row-1)*n + col
	model[v-1] = dimacs.Lit(v)
}
