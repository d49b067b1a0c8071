// Package board describes boards of squares: their squares, lines, regions and symmetries, and the moves of
// pieces. The variable of a square is its number in reading order.
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

const (
	// MaxVariables is the largest number of variables of an instance, the limit of kissat.
	MaxVariables = 1<<28 - 1
	// MaxN is the size of the largest square board: N*N is at most MaxVariables.
	MaxN = 16383
	// MaxSide is the largest number of rows or columns of a board, so that its lines fit in memory.
	MaxSide = 1 << 20
)

// A Variant gives the course of the diagonals of a board.
type Variant int

const (
	Regular Variant = iota // diagonals end at the border
	Torus                  // rows, columns and diagonals wrap around
)

var variantNames = [...]string{Regular: "regular", Torus: "torus"}

// String returns the name that ParseVariant accepts, or a text such as Variant(7) if there is no variant v.
func (v Variant) String() string {
	if v < 0 || int(v) >= len(variantNames) {
		return fmt.Sprintf("Variant(%d)", int(v))
	}
	return variantNames[v]
}

// ParseVariant returns the variant called name, "regular" or "torus". For another name it returns a
// *word.Error that lists both.
func ParseVariant(name string) (Variant, error) {
	if v := slices.Index(variantNames[:], name); v >= 0 {
		return Variant(v), nil
	}
	return 0, word.Wrong("regular or torus", name)
}

// A Board has N rows and Columns columns. Its variables are 1 to Count in reading order: the square in
// row r and column c, both from 1, is variable (r-1)*Width + c.
type Board struct {
	N       int // the number of rows
	Columns int // the number of columns; 0 means N, and it is 0 on every square board, so that boards can be compared
	Variant Variant
	Moves   *Moves // of the pieces; nil means the moves of queens
}

// Sized returns the regular board of a number of rows and columns.
func Sized(rows, columns int) Board {
	if rows == columns {
		columns = 0
	}
	return Board{N: rows, Columns: columns}
}

// ParseSize parses the size of a board: `8` for 8 rows and columns, or `8x5` for 8 rows and 5 columns. The
// error is a *word.Error if the text has another form, or if Board.Check returns an error.
func ParseSize(text string) (Board, error) {
	rows, columns, found := strings.Cut(text, "x")
	if !found {
		columns = rows
	}
	r, ok1 := word.ParseIndex(rows)
	c, ok2 := word.ParseIndex(columns)
	if b := Sized(r, c); ok1 && ok2 && c > 0 && b.Check() == nil {
		return b, nil
	}
	return Board{}, word.Wrong("a board size from 1 to 16383, or rows and columns such as 8x5", text)
}

// Size returns the form that ParseSize accepts: `8` for a square board, and `8x5` for 8 rows and 5 columns.
func (b Board) Size() string {
	if b.Columns == 0 {
		return strconv.Itoa(b.N)
	}
	return strconv.Itoa(b.N) + "x" + strconv.Itoa(b.Columns)
}

// Width returns the number of columns.
func (b Board) Width() int { return cmp.Or(b.Columns, b.N) }

// Side returns the smaller of the numbers of rows and columns.
func (b Board) Side() int { return min(b.N, b.Width()) }

// LongSide returns the larger of the numbers of rows and columns.
func (b Board) LongSide() int { return max(b.N, b.Width()) }

// Count returns the number of squares.
func (b Board) Count() int { return b.N * b.Width() }

// Check returns an error if the size or the variant is out of range, or if Columns is N instead of 0.
func (b Board) Check() error {
	if b.Columns == 0 && b.N > MaxN {
		return fmt.Errorf("board size is %d: expected at most %d, beyond which there are more than 2^28-1 variables", b.N, MaxN)
	}
	if b.N < 1 || b.Width() < 1 || b.Columns == b.N {
		return fmt.Errorf("board size is %s: expected 1 or more", b.Size())
	}
	if b.LongSide() > MaxSide || b.Count() > MaxVariables {
		return fmt.Errorf("board size is %s: expected at most 2^28-1 squares, and at most 2^20 rows and columns", b.Size())
	}
	if b.Variant != Regular && b.Variant != Torus {
		return fmt.Errorf("variant is %v: expected regular or torus", b.Variant)
	}
	return nil
}

// Var returns the variable of s, which must be on the board, as a positive
// literal.
func (b Board) Var(s Square) dimacs.Lit {
	return dimacs.Lit((s.Row-1)*b.Width() + s.Col)
}

// SquareOf returns the square of variable v. It returns false if v is not from 1 to Count, as for an
// auxiliary variable.
func (b Board) SquareOf(v int) (Square, bool) {
	if v < 1 || v > b.Count() {
		return Square{}, false
	}
	return Square{Row: (v-1)/b.Width() + 1, Col: (v-1)%b.Width() + 1}, true
}

// Holds reports whether s is on the board.
func (b Board) Holds(s Square) bool {
	return s.Row >= 1 && s.Row <= b.N && s.Col >= 1 && s.Col <= b.Width()
}

// Squares yields the squares in reading order.
func (b Board) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i := range b.Count() {
			if !yield(Square{i/b.Width() + 1, i%b.Width() + 1}) {
				return
			}
		}
	}
}

// Vars yields the variables of the board in reading order.
func (b Board) Vars() iter.Seq[dimacs.Lit] { return VariablesTo(b.Count()) }

// VariablesTo yields the variables 1 to n.
func VariablesTo(n int) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for v := 1; v <= n && yield(dimacs.Lit(v)); v++ {
		}
	}
}

// SquareNames returns the algebraic name of the square of each literal, in the same order. The literals
// belong to layers, and their signs do not matter. Layer i, from 0, has the variables i*Count+1 to
// (i+1)*Count, one for each square in reading order.
func (b Board) SquareNames(vars []dimacs.Lit) []string {
	var names []string
	for _, v := range vars {
		s, _ := b.SquareOf((v.Var()-1)%b.Count() + 1)
		names = append(names, s.Algebraic(b.N))
	}
	return names
}

// onTorus maps a row or column that may lie beyond the border of a torus with n of them to its number from 1
// to n.
func onTorus(i, n int) int { return ((i-1)%n+n)%n + 1 }
