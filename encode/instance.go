package encode

import (
	"fmt"
	"iter"
	"slices"

	"queens/dimacs"
	"queens/encode/atmostone"
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

// Board returns the board of the instance.
func (in Instance) Board() Board { return Board{N: in.N, Variant: in.Variant} }

// QueenCount returns the number of queens of a solution, or of each army.
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
	if _, err := atmostone.ByName(in.Encoding); err != nil {
		return err
	}
	if err := in.checkFamily(); err != nil {
		return err
	}
	if k := in.QueenCount(); k < 0 || k > in.N*in.N {
		return fmt.Errorf("number of queens is %d: expected 0 to %d, as there are so many squares", k, in.N*in.N)
	}
	if in.Translations && in.N > maxTranslated {
		return fmt.Errorf("board size is %d: expected at most %d with translations, which are as many as squares", in.N, maxTranslated)
	}
	if in.Translations && (in.Variant != Torus || !in.SymmetryBroken) {
		return fmt.Errorf("translations are symmetries of the torus, to be broken: expected that variant, and broken symmetries")
	}
	wrong, found := in.Blocked.beyond(in.N)
	if i := slices.IndexFunc(in.Placed, func(s Square) bool { return !in.Board().holds(s) }); i >= 0 {
		wrong, found = in.Placed[i], true
	}
	if found {
		return fmt.Errorf("square %v is not on a board of size %d", wrong, in.N)
	}
	for _, d := range in.BlockedDiagonals {
		if low, high := diagonalIndices(d.Rising, in.N); d.Index < low || d.Index > high {
			return fmt.Errorf("diagonal %v is not on a board of size %d", d, in.N)
		}
	}
	return nil
}

// squareVariables returns the number of variables that stand for what is on squares,
// which are the first before a transform.
func (in Instance) squareVariables() int {
	if f := in.family(); f.variables != nil {
		return f.variables(in)
	}
	return in.N * in.N * in.Layers()
}

// onLayer yields the variables of these squares in a layer, from 0.
func (in Instance) onLayer(layer int, vars iter.Seq[dimacs.Lit]) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for v := range vars {
			if !yield(v + dimacs.Lit(layer*in.N*in.N)) {
				return
			}
		}
	}
}

// onLayers yields the variables of these squares in every layer.
func (in Instance) onLayers(vars iter.Seq[dimacs.Lit]) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for layer := range in.Layers() {
			if !yieldAll(yield, in.onLayer(layer, vars)) {
				return
			}
		}
	}
}

// placed returns the variables of the placed queens in reading order, each
// once.
func (in Instance) placed() []dimacs.Lit {
	var vars []dimacs.Lit
	for _, s := range in.Placed {
		vars = append(vars, in.Board().Var(s))
	}
	return distinct(vars)
}

// distinct sorts the variables and returns each once.
func distinct(vars []dimacs.Lit) []dimacs.Lit {
	slices.Sort(vars)
	return slices.Compact(vars)
}
