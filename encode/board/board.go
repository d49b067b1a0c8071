// Package board describes square boards: their squares, lines, regions and symmetries, and the moves of
// pieces. The variable of a square is its number in reading order.
package board

import (
	"fmt"
	"iter"
	"slices"

	"queens/dimacs"
	"queens/encode/internal/word"
)

const (
	// MaxVariables is the largest number of variables of an instance, the limit of kissat.
	MaxVariables = 1<<28 - 1
	// MaxN is the size of the largest board: N*N is at most MaxVariables.
	MaxN = 16383
)

// A Variant gives the course of the diagonals of a board.
type Variant int

const (
	Regular Variant = iota // diagonals end at the border
	Torus                  // diagonals wrap around, so that each has N squares
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

// A Board has N*N squares. Its variables are 1 to N*N in reading order: the
// square in row r and column c, both from 1, is variable (r-1)*N + c.
type Board struct {
	N       int // from 1 to MaxN
	Variant Variant
	Moves   *Moves // of the pieces; nil means the moves of queens
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

// SquareOf returns the square of variable v. It returns false if v is not from 1 to N*N, as
// for an auxiliary variable.
func (b Board) SquareOf(v int) (Square, bool) {
	if v < 1 || v > b.N*b.N {
		return Square{}, false
	}
	return Square{Row: (v-1)/b.N + 1, Col: (v-1)%b.N + 1}, true
}

// Holds reports whether s is on the board.
func (b Board) Holds(s Square) bool {
	return s.Row >= 1 && s.Row <= b.N && s.Col >= 1 && s.Col <= b.N
}

// Squares yields the squares in reading order.
func (b Board) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i := range b.N * b.N {
			if !yield(Square{i/b.N + 1, i%b.N + 1}) {
				return
			}
		}
	}
}

// Vars yields the variables of the board in reading order.
func (b Board) Vars() iter.Seq[dimacs.Lit] { return VariablesTo(b.N * b.N) }

// VariablesTo yields the variables 1 to n.
func VariablesTo(n int) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for v := 1; v <= n && yield(dimacs.Lit(v)); v++ {
		}
	}
}

// SquareNames returns the algebraic name of the square of each literal, in the same order. The literals
// belong to layers, and their signs do not matter. Layer i, from 0, has the variables i*N*N+1 to (i+1)*N*N,
// one for each square in reading order.
func (b Board) SquareNames(vars []dimacs.Lit) []string {
	var names []string
	for _, v := range vars {
		s, _ := b.SquareOf((v.Var()-1)%(b.N*b.N) + 1)
		names = append(names, s.Algebraic(b.N))
	}
	return names
}

// onTorus maps a row or column that may lie beyond the border of a torus to its number from
// 1 to N.
func (b Board) onTorus(i int) int { return ((i-1)%b.N+b.N)%b.N + 1 }
