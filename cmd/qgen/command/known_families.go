package command

import (
	"math/big"

	"queens/dimacs"
	"queens/encode"
)

// Numbers for N = 1, 2, .. on the regular board, of the On-Line Encyclopedia of Integer
// Sequences: the chromatic number of the queens graph A088202, its domination number
// A075458 and its independent domination number A075324, the largest peaceable armies
// A250000 and in how many classes they come A260680, and superqueens A051223, up to
// rotation and reflection A051224.
var (
	knownChromatic = []int{1, 4, 5, 5, 5, 7, 7, 9, 10, 11, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26}
	knownDominate  = []int{1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 11, 12, 12, 13, 13}
	knownApart     = []int{1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5, 7, 7, 8, 9, 9, 9, 10}
	knownArmies    = []int{0, 0, 1, 2, 4, 5, 7, 9, 12, 14, 17, 21, 24, 28, 32}
	armyClasses    = []string{"1", "1", "1", "10", "3", "35", "19", "71", "18", "380"}
	knownSuper     = []string{"1", "0", "0", "0", "0", "0", "0", "0", "0", "4", "44", "156", "1876", "5180", "32516", "202900",
		"1330622", "8924976", "64492432", "495864256", "3977841852", "34092182276", "306819842212", "2883202816808",
		"28144109776812", "286022102245804"}
	superClasses = []string{"1", "0", "0", "0", "0", "0", "0", "0", "0", "1", "6", "22", "239", "653", "4089", "25411",
		"166463", "1115871", "8062150", "61984976", "497236090", "4261538564", "38352532487", "360400504834",
		"3518014210402", "35752764285788"}
)

// A least is what is known of the smallest number for which there is a solution.
type least struct {
	below int  // there is none for smaller numbers
	from  int  // there is one for it and every larger one, if that is more than 0
	exact bool // there is one for below
}

// knownOf returns what theorems and tables know of a family other than the queens; given
// tells whether squares are placed or blocked. On the torus a queen attacks all that it
// attacks on the regular board, so that some answers hold there, too.
func knownOf(in encode.Instance, given bool) (dimacs.Status, *big.Int) {
	status, count := dimacs.Unknown, (*big.Int)(nil)
	switch in.Family {
	case encode.Colouring:
		status = chromatic(in).status(in.ColourCount())
	case encode.Domination:
		status = dominating(in).status(in.QueenCount())
	case encode.Armies:
		status, count = coexisting(in)
	case encode.Superqueens:
		status, count = superqueens(in)
	}
	switch {
	case in.Conflict() != nil || status == dimacs.Unsatisfiable:
		return dimacs.Unsatisfiable, new(big.Int)
	case given:
		return dimacs.Unknown, nil
	}
	return status, count
}

func (l least) status(k int) dimacs.Status {
	switch {
	case k < l.below:
		return dimacs.Unsatisfiable
	case l.exact && k == l.below, l.from > 0 && k >= l.from:
		return dimacs.Satisfiable
	}
	return dimacs.Unknown
}

// chromatic is about the number of colours: a row has N of them, which suffice if N is
// coprime to 6 (George Pólya, 1918), and on the torus only then, as each colour would
// have N queens.
func chromatic(in encode.Instance) least {
	coprime, table := in.N%2 != 0 && in.N%3 != 0, at(knownChromatic, in.N)
	switch {
	case coprime:
		return least{below: in.N, from: in.N}
	case in.Variant == encode.Torus:
		return least{below: max(in.N+1, table)}
	case table > 0:
		return least{below: table, from: table}
	}
	return least{below: in.N}
}

// dominating is about the number of queens: N of them on a row suffice. That of queens
// that do not attack each other has a least value, and is N where so many fit, but what
// is between is not known. With more than N there is no solution.
func dominating(in encode.Instance) least {
	torus := in.Variant == encode.Torus
	switch {
	case !in.Independent && !torus && at(knownDominate, in.N) > 0:
		return least{below: at(knownDominate, in.N), from: at(knownDominate, in.N)}
	case !in.Independent:
		from := in.N
		if table := at(knownDominate, in.N); table > 0 {
			from = table
		}
		return least{below: 1, from: from}
	case in.QueenCount() > mostQueens(in.Board()):
		return least{below: in.QueenCount() + 1}
	case in.QueenCount() == in.N:
		return least{below: 1, from: in.N}
	case !torus:
		return least{below: max(1, at(knownApart, in.N)), exact: at(knownApart, in.N) > 0}
	}
	return least{below: 1}
}

func coexisting(in encode.Instance) (dimacs.Status, *big.Int) {
	if in.N > len(knownArmies) {
		return dimacs.Unknown, nil
	}
	most, regular := at(knownArmies, in.N), in.Variant == encode.Regular
	switch k := in.QueenCount(); {
	case k > most:
		return dimacs.Unsatisfiable, nil
	case k == 0:
		return dimacs.Satisfiable, big.NewInt(1)
	case regular && k == most && in.SymmetryBroken:
		return dimacs.Satisfiable, decimalAt(armyClasses, in.N)
	case regular:
		return dimacs.Satisfiable, nil
	}
	return dimacs.Unknown, nil
}

// superqueens fit N times from N = 10 on.
func superqueens(in encode.Instance) (dimacs.Status, *big.Int) {
	k, table := in.QueenCount(), knownSuper
	if in.SymmetryBroken {
		table = superClasses
	}
	switch regular := in.Variant == encode.Regular; {
	case k > mostQueens(in.Board()), k == in.N && 1 < in.N && in.N < 10:
		return dimacs.Unsatisfiable, nil
	case k == in.N && regular && in.N <= len(table):
		return dimacs.Satisfiable, decimalAt(table, in.N)
	case regular && in.N >= 10:
		return dimacs.Satisfiable, nil
	}
	return dimacs.Unknown, nil
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
