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

// literals returns the model: the variables that have been named by number, or
// all squares of a board, of which those not named are empty.
func (c *columns) literals() []dimacs.Lit {
	if len(c.squares) == 0 {
		return c.vars
	}
	n := c.size
	if n == 0 {
		n = c.largest
	}
	c.model = appendEmpty(c.model[:0], n)
	for _, s := range c.squares {
		if s.queen {
			setQueen(c.model, n, s.square.Row, s.square.Col)
		}
	}
	return c.model
}

// appendEmpty appends the values of an empty board.
func appendEmpty(model []dimacs.Lit, n int) []dimacs.Lit {
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
