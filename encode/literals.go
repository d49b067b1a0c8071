package encode

import (
	"errors"
	"fmt"

	"queens/dimacs"
)

// Literals returns a literal for each square. The literal is true in a model of the instance's
// formula if and only if the square holds a queen. The argument vars is the number of variables of
// the formula.
//
// Literals returns an error if a square is not on the board, if a square may hold several kinds of
// pieces, if a transform replaces a square by several variables, or if vars contradicts the
// instance: it is too small or, for a shuffled instance, not exactly the number of variables.
func (in Instance) Literals(vars int, squares []Square) ([]dimacs.Lit, error) {
	switch {
	case in.Layers() > 1 || in.family().variables != nil:
		return nil, fmt.Errorf("a square of the family %v may hold several kinds of pieces", in.Family)
	case in.Transform != nil && in.Transform.K > 1:
		return nil, fmt.Errorf("under the transform %v, no literal says that a square holds a queen", in.Transform)
	case in.BoardVariables() > vars:
		return nil, fmt.Errorf("the board has %d variables, but the formula has only %d", in.BoardVariables(), vars)
	}
	lits := make([]dimacs.Lit, len(squares))
	for i, s := range squares {
		if min(s.Row, s.Col) < 1 || max(s.Row, s.Col) > in.N {
			return nil, fmt.Errorf("%v is not a square of a board of size %d", s, in.N)
		}
		if lits[i] = in.Board().Var(s); in.Transform != nil { // flip
			lits[i] = -lits[i]
		}
	}
	if in.Shuffle == nil {
		return lits, nil
	}
	size, err := in.Size()
	if err != nil {
		return nil, err
	}
	if size.Variables != vars {
		return nil, errors.New("the formula is shuffled, but does not have the variables that its comments describe")
	}
	renaming, err := in.Renaming()
	if err != nil {
		return nil, err
	}
	for i, l := range lits {
		lits[i] = renaming.Shuffled(l)
	}
	return lits, nil
}
