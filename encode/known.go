package encode

import (
	"math/big"

	"queens/dimacs"
)

// Known returns whether the instance has solutions and how many boards they are, as far
// as theorems and tables know, or what its puzzle was drawn for. The count is nil if it is not known. The instance has to
// pass Check.
func (in Instance) Known() (dimacs.Status, *big.Int) {
	status, count := in.family().known(in)
	switch {
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
