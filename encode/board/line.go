package board

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/encode/internal/word"
)

// A Direction is a direction in which a piece moves: the steps from a square to the next are Down rows and
// Right columns. Down is above 0, or it is 0 and Right is above 0.
type Direction struct{ Down, Right int }

// The directions in which a queen moves.
var (
	Row     = Direction{0, 1}
	Column  = Direction{1, 0}
	Falling = Direction{1, 1}  // diagonal: row - column is constant
	Rising  = Direction{1, -1} // diagonal: row + column is constant
)

// Directions lists the lines in which a queen attacks.
var Directions = [...]Direction{Row, Column, Falling, Rising}

// Directions returns the directions in which the pieces of the board attack whole lines. The caller must not
// change the result.
func (b Board) Directions() []Direction {
	if b.Moves == nil {
		return Directions[:]
	}
	return b.Moves.Lines
}

// String returns words for the direction in the singular, such as "falling diagonal" or "line by 1,2".
// Line.String names a single line.
func (d Direction) String() string {
	switch d {
	case Row:
		return "row"
	case Column:
		return "column"
	case Falling:
		return "falling diagonal"
	case Rising:
		return "rising diagonal"
	}
	return fmt.Sprintf("line by %d,%d", d.Down, d.Right)
}

// A Line is a row, a column, a diagonal or another line of a board: a maximal set of squares that steps in
// one direction connect. A Line belongs to no layer: its variables are the variables of layer 0.
//
// Rows and columns are indexed from 1, falling diagonals by row - column and rising diagonals by row +
// column. On the torus, diagonals whose indices are equal modulo the greatest common divisor G of the numbers
// of rows and columns are the same line; its index is from 0 to G-1 for falling and from 2 to G+1 for rising
// diagonals. The index of another line is the variable of its first square in reading order.
type Line struct {
	Direction Direction
	Index     int
	Board     Board
}

// String returns the name of the line by the coordinates beside a picture. The row of a4 is "row 4", also if it is the
// first row of the board, and the column of c1 is "column c". Another line is named by its first square: "rising
// diagonal through b5" on a board of size 5.
func (l Line) String() string {
	switch l.Direction {
	case Row:
		return "row " + strconv.Itoa(l.Board.N-l.Index+1)
	case Column:
		return "column " + file(l.Index)
	}
	return l.Direction.String() + " through " + l.first().Algebraic(l.Board.N)
}

// first returns the square where the line begins: in its top row or, if it is a row, on the left. On the torus
// it is in row 1, or the first in reading order if the line is no line of queens.
func (l Line) first() Square {
	b, i := l.Board, l.Index
	s := Square{1, i}
	switch l.Direction {
	case Row:
		s = Square{i, 1}
	case Column:
	case Falling:
		s = Square{max(1, 1+i), max(1, 1-i)}
	case Rising:
		s = Square{max(1, i-b.Width()), min(i-1, b.Width())}
	default:
		s, _ = b.SquareOf(i)
	}
	if b.Variant == Torus && l.IsDiagonal() {
		s = Square{1, onTorus(s.Col-(s.Row-1)*l.Direction.Right, b.Width())}
	}
	return s
}

// steps returns the number of steps in direction d from s to the last square before the border of a regular
// board.
func (b Board) steps(s Square, d Direction) int {
	n := b.LongSide()
	switch {
	case d.Down > 0:
		n = min(n, (b.N-s.Row)/d.Down)
	case d.Down < 0:
		n = min(n, (s.Row-1)/-d.Down)
	}
	switch {
	case d.Right > 0:
		n = min(n, (b.Width()-s.Col)/d.Right)
	case d.Right < 0:
		n = min(n, (s.Col-1)/-d.Right)
	}
	return n
}

// Len returns the number of squares on the line.
func (l Line) Len() int {
	b, d := l.Board, l.Direction
	if b.Variant != Torus {
		return b.steps(l.first(), d) + 1
	}
	rows, columns := b.N/gcd(b.N, d.Down), b.Width()/gcd(b.Width(), d.Right)
	return rows / gcd(rows, columns) * columns
}

// gcd returns the greatest common divisor of two numbers, of which a is above 0.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// AppendVars appends the variables of the line to dst, from its first square on, and returns the result.
func (l Line) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	s := l.first()
	for range l.Len() {
		dst = append(dst, l.Board.Var(s))
		s = l.Board.After(s, l.Direction)
	}
	return dst
}

func (l Line) IsDiagonal() bool { return l.Direction == Falling || l.Direction == Rising }

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

// ParseDiagonal parses the name of a diagonal of the board: `s7` for row + column = 7, from s2 on, or `d-2`
// for row - column = -2. The number has at most nine digits. The error is a *word.Error.
func ParseDiagonal(text string, b Board) (Diagonal, error) {
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
	case !d.IsOn(b):
		return Diagonal{}, word.Wrong("a diagonal of a board of size "+b.Size(), text)
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

// IsOn reports whether the board has the diagonal.
func (d Diagonal) IsOn(b Board) bool {
	b.Variant = Regular
	first, last := b.Indices(d.Direction())
	return d.Index >= first && d.Index <= last
}

// Lines yields the lines in the directions of b.Directions, in that order. The lines of a direction come in
// the order of Line.Index. Lines of a single square are left out, except rows and columns.
func (b Board) Lines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for _, d := range b.Directions() {
			first, last := b.Indices(d)
			for i := first; i <= last; i++ {
				l := Line{Board: b, Direction: d, Index: i}
				if isRow := d == Row || d == Column; !isRow && (l.Len() < 2 || !l.begins()) {
					continue
				}
				if !yield(l) {
					return
				}
			}
		}
	}
}

// begins reports whether there is a line with this index. In a direction in which no queen moves, that is a line
// whose first square has the index.
func (l Line) begins() bool {
	s, _ := l.Board.SquareOf(l.Index)
	return slices.Contains(Directions[:], l.Direction) || l.Board.Through(l.Direction, s) == l
}

// Indices returns the first and the last Line.Index of the lines in direction d, including diagonals of a
// single square. In a direction in which no queen moves, not every number in between is the index of a line.
func (b Board) Indices(d Direction) (first, last int) {
	switch torus := b.Variant == Torus; {
	case d == Row:
		return 1, b.N
	case d == Column:
		return 1, b.Width()
	case d == Falling && torus:
		return 0, gcd(b.N, b.Width()) - 1
	case d == Falling:
		return 1 - b.Width(), b.N - 1
	case d == Rising && torus:
		return 2, gcd(b.N, b.Width()) + 1
	case d == Rising:
		return 2, b.N + b.Width()
	}
	return 1, b.Count()
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
	case Rising:
		return b.LineOf(Diagonal{Rising: true, Index: s.Row + s.Col})
	}
	first := s
	if b.Variant == Torus {
		for t := b.After(s, d); t != s; t = b.After(t, d) {
			if t.Compare(first) < 0 {
				first = t
			}
		}
	} else {
		n := b.steps(s, Direction{-d.Down, -d.Right})
		first = Square{s.Row - n*d.Down, s.Col - n*d.Right}
	}
	return Line{Board: b, Direction: d, Index: int(b.Var(first))}
}

// LineOf returns the line that contains the diagonal: on the torus a line may consist of
// several diagonals.
func (b Board) LineOf(d Diagonal) Line {
	l := Line{Board: b, Direction: d.Direction(), Index: d.Index}
	if b.Variant == Torus {
		first, last := b.Indices(l.Direction)
		l.Index = first - 1 + onTorus(d.Index-first+1, last-first+1)
	}
	return l
}

// InLine reports whether s and t are on one line in which the pieces attack. If there are such lines, a
// square is in line with itself. On a regular board, the squares may lie beyond the border.
func (b Board) InLine(s, t Square) bool {
	down, right := t.Row-s.Row, t.Col-s.Col
	return slices.ContainsFunc(b.Directions(), func(d Direction) bool {
		if b.Variant == Torus {
			return b.Through(d, s) == b.Through(d, t)
		}
		steps := right / cmp.Or(d.Right, 1)
		if d.Down != 0 {
			steps = down / d.Down
		}
		return steps*d.Down == down && steps*d.Right == right
	})
}
