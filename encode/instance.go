package encode

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// An Instance is the problem of a formula. It is what the comments
// at the head of a file tell, and all that they tell. The zero value of each
// field but N is the default.
type Instance struct {
	N                int        // size of the board
	Family           Family     // the problem
	Variant          Variant    // how diagonals run
	Minimal          bool       // only the constraints that are needed
	Encoding         string     // of at-most-one constraints; "" is DefaultEncoding
	Queens           *int       // exactly so many queens, of each army; nil is N
	Colours          *int       // so many colours; nil is N
	Independent      bool       // queens that dominate do not attack each other
	Placed           []Square   // squares that hold a queen
	Blocked          Squares    // squares that stay empty
	BlockedDiagonals []Diagonal // diagonals that stay empty
	Shuffle          *int64     // seed of the renaming; nil if not renamed
	Seed             *int64     // of what was sampled; nil if nothing was
	Puzzle           Puzzle     // what the placed queens were sampled for; "" if for nothing
	SymmetryBroken   bool       // one solution of each class under Symmetries is kept
	Translations     bool       // those of a torus are symmetries, too
	Transform        *Transform // of each variable; nil if there is none
}

// A Family is a kind of problem on a board, by its name; the zero value is Queens.
type Family string

// DefaultFamily is the family of an Instance without a Family.
const DefaultFamily Family = ""

// A Puzzle is what given queens are drawn for; the zero value is nothing, so that there may
// be no solution.
type Puzzle string

// Solvable puzzles have a solution. The others have exactly one, and none of the queens that
// were drawn can be taken away without the loss of that or of the difficulty: Easy puzzles
// are solved by unit propagation alone, Medium ones with one literal tried and refuted at a
// time, and Hard ones only by search, all in the full pairwise form.
const (
	Solvable Puzzle = "solvable"
	Unique   Puzzle = "unique"
	Easy     Puzzle = "easy"
	Medium   Puzzle = "medium"
	Hard     Puzzle = "hard"
)

// Difficulties returns the puzzles with a difficulty, the easiest first.
func Difficulties() []Puzzle { return []Puzzle{Easy, Medium, Hard} }

// ParsePuzzle returns the puzzle of that name.
func ParsePuzzle(name string) (Puzzle, error) {
	all := append([]Puzzle{Solvable, Unique}, Difficulties()...)
	if p := Puzzle(name); slices.Contains(all, p) {
		return p, nil
	}
	return "", fmt.Errorf("expected solvable, unique, easy, medium or hard, found %q", clip(name))
}

// Board returns the board of the instance.
func (in Instance) Board() Board { return Board{N: in.N, Variant: in.Variant} }

// QueenCount returns the number of queens of a solution, or of each army.
func (in Instance) QueenCount() int {
	if in.Queens != nil {
		return *in.Queens
	}
	return in.N
}

// ColourCount returns the number of colours.
func (in Instance) ColourCount() int {
	if in.Colours != nil {
		return *in.Colours
	}
	return in.N
}

// single reports whether the board is one square with a queen on it.
func (in Instance) single() bool { return in.N == 1 && in.QueenCount() == 1 }

// placed returns the variables of the placed queens in reading order, each
// once.
func (in Instance) placed() []dimacs.Lit {
	var vars []dimacs.Lit
	for _, s := range in.Placed {
		vars = append(vars, in.Board().Var(s))
	}
	return distinct(vars)
}

// plain returns the instance in the full pairwise form, with all of its solutions.
func (in Instance) plain() Instance {
	in.Minimal, in.Encoding, in.SymmetryBroken, in.Translations, in.Shuffle, in.Transform = false, "", false, false, nil, nil
	return in
}
