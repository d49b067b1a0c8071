package encode

import (
	"math/big"

	"queens/dimacs"
)

// Known returns the status of the instance and its number of solutions, as far as theorems,
// tables and the kind of its puzzle determine them. A solution is a board, whatever the
// number of models. The number is nil if it is not known, and 0 if the status is
// Unsatisfiable. The instance must pass Check.
func (in Instance) Known() (dimacs.Status, *big.Int) {
	status, count := in.family().knownSolutions(in)
	switch {
	case in.Aim != "":
		return dimacs.Unknown, nil
	case status == dimacs.Unsatisfiable || in.Conflict() != nil:
		return dimacs.Unsatisfiable, new(big.Int)
	case in.Puzzle == Solvable:
		return dimacs.Satisfiable, nil
	case in.Puzzle != "":
		return dimacs.Satisfiable, big.NewInt(1)
	case len(in.Placed)+in.Blocked.Len()+len(in.BlockedDiagonals) > 0:
		return dimacs.Unknown, nil
	}
	return status, count
}
