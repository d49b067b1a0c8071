package encode

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// An Instance says which queens problem a formula is. It is what the comments
// at the head of a file tell, and all that they tell. The zero value of each
// field but N is the default.
type Instance struct {
	N                int        // size of the board
	Variant          Variant    // how diagonals run
	Minimal          bool       // only the constraints that are needed
	Encoding         string     // of at-most-one constraints; "" is DefaultEncoding
	Queens           *int       // exactly so many queens; nil is N
	Placed           []Square   // squares that hold a queen
	Blocked          []Square   // squares that stay empty
	BlockedDiagonals []Diagonal // diagonals that stay empty
	Shuffle          *int64     // seed of the renaming; nil if not renamed
	Seed             *int64     // of what was drawn at random; nil if nothing was
	SymmetryBroken   bool       // one board of each symmetry class is kept
}

// Board returns the board of the instance.
func (in Instance) Board() Board { return Board{N: in.N, Variant: in.Variant} }

// QueenCount returns the number of queens of a solution.
func (in Instance) QueenCount() int {
	if in.Queens != nil {
		return *in.Queens
	}
	return in.N
}

// Check returns an error if the instance cannot be encoded: if there is no
// such board, encoding, square or diagonal, or if the number of queens is not
// from 0 to the number of squares. What contradicts itself can be encoded; see
// Conflict.
func (in Instance) Check() error {
	if err := in.Board().Check(); err != nil {
		return err
	}
	if _, err := AtMostOneByName(in.Encoding); err != nil {
		return err
	}
	if k := in.QueenCount(); k < 0 || k > in.N*in.N {
		return fmt.Errorf("number of queens is %d: expected 0 to %d, as there are so many squares", k, in.N*in.N)
	}
	for _, s := range slices.Concat(in.Placed, in.Blocked) {
		if !in.Board().holds(s) {
			return fmt.Errorf("square %v is not on a board of size %d", s, in.N)
		}
	}
	for _, d := range in.BlockedDiagonals {
		if low, high := diagonalIndices(d.Rising, in.N); d.Index < low || d.Index > high {
			return fmt.Errorf("diagonal %v is not on a board of size %d", d, in.N)
		}
	}
	return nil
}

// Encode adds the clauses of the instance to sink: those of the lines in the
// order of Constraints, first that at least one square holds a queen and then
// that at most one does; those of the number of queens, if it is not N; placed
// and blocked squares in reading order; symmetries. A shuffle changes nothing
// here, it is what Write does last. Encode returns the first error of the sink.
func (in Instance) Encode(sink Sink) error {
	groups, err := in.groups()
	if err != nil {
		return err
	}
	aux := &variables{last: dimacs.Lit(in.N * in.N)}
	for g := range groups {
		if err := sink.Err(); err != nil {
			return err
		}
		g.add(sink, aux)
	}
	return sink.Err()
}
