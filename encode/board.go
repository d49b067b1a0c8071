package encode

import (
	"fmt"
	"iter"

	"queens/dimacs"
)

const (
	// MaxVariables is the largest number of variables of an instance, which
	// is what kissat accepts.
	MaxVariables = 1<<28 - 1
	// MaxN is the largest board: its squares fit in MaxVariables.
	MaxN = 16383
)

// A Variant is how the diagonals of a board run.
type Variant int

const (
	Regular Variant = iota // diagonals end at the border
	Torus                  // diagonals wrap around, so that each has N squares
)

var variantNames = [...]string{Regular: "regular", Torus: "torus"}

// String returns the name that ParseVariant reads.
func (v Variant) String() string {
	if v < 0 || int(v) >= len(variantNames) {
		return fmt.Sprintf("Variant(%d)", int(v))
	}
	return variantNames[v]
}

// ParseVariant returns the variant of that name.
func ParseVariant(name string) (Variant, error) {
	for v, known := range variantNames {
		if name == known {
			return Variant(v), nil
		}
	}
	return 0, fmt.Errorf("expected regular or torus, found %q", clip(name))
}

// A Board has N*N squares. Its variables are 1 to N*N in reading order: the
// square in row r and column c, both from 1, is variable (r-1)*N + c.
type Board struct {
	N       int // from 1 to MaxN
	Variant Variant
}

// Check returns an error if the size or the variant is out of range.
func (b Board) Check() error {
	if b.N < 1 {
		return fmt.Errorf("board size is %d: expected 1 or more", b.N)
	}
	if b.N > MaxN {
		return fmt.Errorf("board size is %d: expected at most %d, beyond which there are more than 2^28-1 variables", b.N, MaxN)
	}
	if b.Variant != Regular && b.Variant != Torus {
		return fmt.Errorf("variant is %v: expected regular or torus", b.Variant)
	}
	return nil
}

// Var returns the variable of s, which must be on the board, as a positive
// literal.
func (b Board) Var(s Square) dimacs.Lit {
	return dimacs.Lit((s.Row-1)*b.N + s.Col)
}

// SquareOf returns the square whose variable is v, and whether there is one:
// auxiliary variables have none.
func (b Board) SquareOf(v int) (Square, bool) {
	if v < 1 || v > b.N*b.N {
		return Square{}, false
	}
	return Square{Row: (v-1)/b.N + 1, Col: (v-1)%b.N + 1}, true
}

// holds reports whether s is on the board.
func (b Board) holds(s Square) bool {
	return s.Row >= 1 && s.Row <= b.N && s.Col >= 1 && s.Col <= b.N
}

// through returns the line of that direction on which s lies.
func (b Board) through(d Direction, s Square) Line {
	l := Line{board: b, Direction: d}
	switch d {
	case Row:
		l.Index = s.Row
	case Column:
		l.Index = s.Col
	default:
		l.Index = b.wrapped(Diagonal{Rising: d == Rising, Index: s.Row + s.Col})
		if d == Falling {
			l.Index = b.wrapped(Diagonal{Index: s.Row - s.Col})
		}
	}
	return l
}

// lineOf returns the line that a diagonal is, or is part of.
func (b Board) lineOf(d Diagonal) Line {
	return Line{board: b, Direction: d.direction(), Index: b.wrapped(d)}
}

// wrapped returns the index of the line that a diagonal is part of.
func (b Board) wrapped(d Diagonal) int {
	if b.Variant != Torus {
		return d.Index
	}
	first, _ := b.indices(d.direction())
	return first + ((d.Index-first)%b.N+b.N)%b.N
}

// Lines yields the rows from top to bottom, the columns from left to right,
// the falling diagonals from upper right to lower left and the rising ones
// from upper left to lower right. Diagonals of one square constrain nothing
// and are left out.
func (b Board) Lines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for _, d := range directions {
			first, last := b.indices(d)
			for i := first; i <= last; i++ {
				l := Line{board: b, Direction: d, Index: i}
				if l.isDiagonal() && l.Len() < 2 {
					continue
				}
				if !yield(l) {
					return
				}
			}
		}
	}
}

// indices returns the range of Line.Index for lines of direction d.
func (b Board) indices(d Direction) (first, last int) {
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

// squares yields the squares in reading order.
func (b Board) squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for v := range b.Vars() {
			if s, _ := b.SquareOf(v.Var()); !yield(s) {
				return
			}
		}
	}
}

// Vars yields the variables of the board in reading order.
func (b Board) Vars() iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for v := 1; v <= b.N*b.N; v++ {
			if !yield(dimacs.Lit(v)) {
				return
			}
		}
	}
}
