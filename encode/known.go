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

// at returns the number for boards of size n, 0 if the table does not have it.
func at(table []int, n int) int {
	if n > len(table) {
		return 0
	}
	return table[n-1]
}

// decimalAt is at for numbers in decimal, nil if the table does not have it.
func decimalAt(table []string, n int) *big.Int {
	if n > len(table) {
		return nil
	}
	count, _ := new(big.Int).SetString(table[n-1], 10)
	return count
}
