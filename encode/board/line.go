package board

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/encode/internal/word"
)

// A Direction is a direction in which queens attack.
type Direction int

const (
	Row Direction = iota
	Column
	Falling // diagonal: row - column is constant
	Rising  // diagonal: row + column is constant
)

// Directions lists all directions: the lines in which a queen attacks.
var Directions = [...]Direction{Row, Column, Falling, Rising}

// Directions returns the directions in which the pieces of the board attack whole lines. The caller must not
// change the result.
func (b Board) Directions() []Direction {
	if b.Moves == nil {
		return Directions[:]
	}
	return b.Moves.Lines
}

// MarshalText returns String.
func (d Direction) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// String returns a word for the direction in the singular, such as "falling diagonal". Line.String
// names a single line.
func (d Direction) String() string {
	return [...]string{Row: "row", Column: "column", Falling: "falling diagonal", Rising: "rising diagonal"}[d]
}

// A Line is a row, a column or a diagonal of a board: a maximal set of squares such that
// two queens on any two of them attack each other along one direction. A Line belongs to no layer: its
// variables are the variables of layer 0.
//
// Rows and columns are indexed from 1 to N, falling diagonals by row - column (from 1-N to
// N-1) and rising diagonals by row + column (from 2 to 2N). On the torus, diagonals with
// equal index modulo N are the same line; its index is from 0 to N-1 for falling and from 2
// to N+1 for rising diagonals.
type Line struct {
	Direction Direction
	Index     int
	Board     Board
}

// String returns the name of the line in the notation of chess. The row of a4 is "rank 4", and the column of
// c1 is "column c". A diagonal is named by its first square in reading order: "rising diagonal through b5" on
// a board of size 5.
func (l Line) String() string {
	switch l.Direction {
	case Row:
		return "rank " + strconv.Itoa(l.Board.N-l.Index+1)
	case Column:
		return "column " + file(l.Index)
	}
	return l.Direction.String() + " through " + l.Board.SquareNames(l.AppendVars(nil)[:1])[0]
}

// Len returns the number of squares on the line.
func (l Line) Len() int {
	n, off := l.Board.N, 0 // off is the distance from the main diagonal
	switch {
	case l.Board.Variant == Torus:
	case l.Direction == Falling:
		off = l.Index
	case l.Direction == Rising:
		off = l.Index - n - 1
	}
	return n - max(off, -off)
}

// AppendVars appends the variables of the line to dst and returns the result. They come
// from top to bottom, or from left to right in a row.
func (l Line) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	b := l.Board
	for i := 1; i <= b.N; i++ {
		s := Square{Row: i, Col: i}
		switch l.Direction {
		case Row:
			s.Row = l.Index
		case Column:
			s.Col = l.Index
		case Falling:
			s.Col = i - l.Index
		case Rising:
			s.Col = l.Index - i
		}
		if b.Variant == Torus {
			s.Col = b.onTorus(s.Col)
		}
		if b.Holds(s) {
			dst = append(dst, b.Var(s))
		}
	}
	return dst
}

func (l Line) IsDiagonal() bool { return l.Direction == Falling || l.Direction == Rising }

// Doubled returns N/2 for a rising diagonal of a torus of even size N, and 0 for every other line. On such a torus,
// two squares that are N/2 rows and N/2 columns apart share a rising and a falling diagonal, so the constraint of
// the rising diagonal need not exclude squares at this distance, in places of AppendVars. In all other cases two
// squares share at most one line.
func (l Line) Doubled() int {
	if l.Direction == Rising && l.Board.Variant == Torus && l.Board.N%2 == 0 {
		return l.Board.N / 2
	}
	return 0
}

// A Diagonal identifies a diagonal of a board by the number that all its squares share: row
// + column if it is rising, row - column if it is falling. On the torus it means the whole
// line that contains the diagonal.
type Diagonal struct {
	Rising bool
	Index  int
}

// String returns the form that ParseDiagonal accepts: `s7` or `d-2`.
func (d Diagonal) String() string {
	if d.Rising {
		return "s" + strconv.Itoa(d.Index)
	}
	return "d" + strconv.Itoa(d.Index)
}

// ParseDiagonal parses the name of a diagonal of a board of size n: `s7` for row + column =
// 7, from s2 to s(2n), or `d-2` for row - column = -2, from d-(n-1) to d(n-1). The number has at most
// nine digits. The error is a *word.Error.
func ParseDiagonal(text string, n int) (Diagonal, error) {
	digits, rising := strings.CutPrefix(text, "s")
	falling, minus := false, false
	if !rising {
		digits, falling = strings.CutPrefix(text, "d")
		digits, minus = strings.CutPrefix(digits, "-")
	}
	index, ok := word.ParseIndex(digits)
	if minus {
		index = -index
	}
	d := Diagonal{rising, index}
	switch {
	case !ok || !rising && !falling:
		return Diagonal{}, word.Wrong("a diagonal such as s7 or d-2", text)
	case !d.IsOn(n):
		return Diagonal{}, word.Wrong(fmt.Sprintf("a diagonal of a board of size %d", n), text)
	}
	return d, nil
}

// Direction returns Rising or Falling.
func (d Diagonal) Direction() Direction {
	if d.Rising {
		return Rising
	}
	return Falling
}

// Lines yields the lines in the directions of b.Directions, in that order. The lines of a direction come in
// the order of Line.Index. Diagonals of a single square are left out.
func (b Board) Lines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for _, d := range b.Directions() {
			first, last := b.Indices(d)
			for i := first; i <= last; i++ {
				l := Line{Board: b, Direction: d, Index: i}
				if l.IsDiagonal() && l.Len() < 2 {
					continue
				}
				if !yield(l) {
					return
				}
			}
		}
	}
}

// Indices returns the first and the last Line.Index of the lines in direction d, including diagonals of a
// single square.
func (b Board) Indices(d Direction) (first, last int) {
	switch {
	case d == Row || d == Column:
		return 1, b.N
	case d == Falling && b.Variant == Torus:
		return 0, b.N - 1
	case d == Falling:
		return 1 - b.N, b.N - 1
	case b.Variant == Torus:
		return 2, b.N + 1
	default:
		return 2, 2 * b.N
	}
}

// Through returns the line through s in direction d.
func (b Board) Through(d Direction, s Square) Line {
	switch d {
	case Row:
		return Line{Board: b, Direction: Row, Index: s.Row}
	case Column:
		return Line{Board: b, Direction: Column, Index: s.Col}
	case Falling:
		return b.LineOf(Diagonal{Index: s.Row - s.Col})
	}
	return b.LineOf(Diagonal{Rising: true, Index: s.Row + s.Col})
}

// LineOf returns the line that contains the diagonal: on the torus a line may consist of
// two diagonals.
func (b Board) LineOf(d Diagonal) Line {
	l := Line{Board: b, Direction: d.Direction(), Index: d.Index}
	if b.Variant == Torus {
		first, _ := b.Indices(l.Direction)
		l.Index = first - 1 + b.onTorus(d.Index-first+1)
	}
	return l
}

// InLine reports whether s and t are on one line in which the pieces attack. If there are such lines, a
// square is in line with itself.
func (b Board) InLine(s, t Square) bool {
	return slices.ContainsFunc(b.Directions(), func(d Direction) bool { return b.Through(d, s) == b.Through(d, t) })
}

// IsOn reports whether a board of size n has the diagonal.
func (d Diagonal) IsOn(n int) bool {
	if d.Rising {
		return d.Index >= 2 && d.Index <= 2*n
	}
	return d.Index > -n && d.Index < n
}
