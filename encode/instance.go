package encode

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// An Instance is a problem on a board: everything that the comments at the head of a file
// describe. For every field but N, the zero value is the default.
type Instance struct {
	N                int        // size of the board
	Family           Family     // kind of problem
	Variant          Variant    // course of the diagonals
	Minimal          bool       // without redundant constraints
	Encoding         string     // of at-most-one constraints; "" is atmostone.Default
	Queens           *int       // number of queens, for armies of each colour; nil means N
	Colours          *int       // number of colours; nil means N
	Aim              Aim        // look for the least or greatest number of queens or colours
	Regions          *Partition // regions of the family Regions; nil for other families
	Stars            int        // queens in each row, column and region; 0 means 1
	Independent      bool       // in a domination, no queen attacks another
	Placed           []Square   // squares that hold a queen
	Blocked          Squares    // squares that stay empty
	BlockedDiagonals []Diagonal // diagonals that stay empty
	Shuffle          *int64     // seed of the shuffle; nil if not shuffled
	Seed             *int64     // seed of the random choices; nil if there were no such choices
	Puzzle           Puzzle     // kind of puzzle that the placed queens make; "" if no puzzle
	SymmetryBroken   bool       // only one solution of each class under Symmetries is kept
	Translations     bool       // with SymmetryBroken on a torus: translations are symmetries, too
	Transform        *Transform // function that replaces each variable; nil if not transformed
}

// A Family is the name of a kind of problem on a board. The zero value is Queens.
type Family string

// DefaultFamily is the family of an Instance whose Family is empty.
const DefaultFamily Family = ""

// A Puzzle is a kind of puzzle that the placed queens of an instance make. The zero value
// means no puzzle; the instance may then have no solution.
type Puzzle string

// A Solvable puzzle has at least one solution. The other puzzles have exactly one solution,
// and none of the queens that were drawn can be removed without losing that property or the
// difficulty. The difficulty of a board with regions is the grade of Sample.Grade. For other
// families it refers to the clauses of the full pairwise form: an Easy puzzle is solved by unit
// propagation; a Medium puzzle needs failed literals, too: assuming a single literal leads to a
// conflict, so its complement holds; a Hard puzzle needs search.
const (
	Solvable Puzzle = "solvable"
	Unique   Puzzle = "unique"
	Easy     Puzzle = "easy"
	Medium   Puzzle = "medium"
	Hard     Puzzle = "hard"
)

// Difficulties returns the puzzles that have a difficulty, in ascending order: Easy,
// Medium, Hard.
func Difficulties() []Puzzle { return []Puzzle{Easy, Medium, Hard} }

// ParsePuzzle returns the puzzle called name. The error lists the valid names.
func ParsePuzzle(name string) (Puzzle, error) {
	all := append([]Puzzle{Solvable, Unique}, Difficulties()...)
	if p := Puzzle(name); slices.Contains(all, p) {
		return p, nil
	}
	return "", fmt.Errorf("expected solvable, unique, easy, medium or hard, found %q", clip(name))
}

// Board returns the board of the instance.
func (in Instance) Board() Board { return Board{N: in.N, Variant: in.Variant} }

// QueenCount returns the number of queens of a solution; for armies, the queens of each
// colour. The default is N times StarCount. With an aim, it returns this default, although the
// solution determines the number.
func (in Instance) QueenCount() int {
	if in.Queens != nil {
		return *in.Queens
	}
	return in.N * in.StarCount()
}

// StarCount returns the number of queens in each row, column and region of the family
// Regions; the default is 1.
func (in Instance) StarCount() int { return max(1, in.Stars) }

// ColourCount returns the number of colours; the default is N. With an aim, it is a number
// that suffices.
func (in Instance) ColourCount() int {
	if in.Aim != "" {
		return in.enoughColours()
	}
	if in.Colours != nil {
		return *in.Colours
	}
	return in.N
}

// single reports whether the board is one square with a queen on it.
func (in Instance) single() bool { return in.N == 1 && in.QueenCount() == 1 && in.Aim == "" }

// placed returns the variables of the placed squares in reading order, without repetitions.
func (in Instance) placed() []dimacs.Lit {
	var vars []dimacs.Lit
	for _, s := range in.Placed {
		vars = append(vars, in.Board().Var(s))
	}
	return distinct(vars)
}

// plain returns the instance in the full pairwise form, with broken symmetries, shuffle and
// transform removed.
func (in Instance) plain() Instance {
	in.Minimal, in.Encoding, in.SymmetryBroken, in.Translations, in.Shuffle, in.Transform = false, "", false, false, nil, nil
	return in
}
