package encode

import (
	"math/big"

	"queens/dimacs"
	"queens/encode/board"
)

// superqueens are queens that also move like knights (amazons). With N of them, N = 2 to 9
// have no solution.
//
// Size: the clauses of the queens, and a binary clause for each pair of squares that are a
// knight's move apart and share no line: 4(N-1)(N-2) on the regular board.
//
// References: Martin Gardner, "Fractal Music, Hypercards and More", 1991, page 238; OEIS
// A051223, and A051224 up to rotation and reflection.
var superqueens = family{
	Definition: Definition{
		Name: Superqueens, Label: "Superqueens", About: "queens that also move as knights",
		Rule: Peaceful, Pieces: []Piece{queen}, Noun: "superqueen",
		Moves: amazon.Moves,
	},
	knownSolutions: knownSuperqueens,
}

// Superqueens is the family of queens that also move like knights.
const Superqueens Family = "superqueens"

// Tables of superqueens: the number of solutions for N = 1, 2, .., OEIS A051223, and up to
// rotation and reflection, A051224; the same on the torus for N = 1, 3, 5, .., as qsat
// counts them; and by variant the largest number that fits on small boards, as qsat finds
// it.
var (
	superqueenBoards = []string{"1", "0", "0", "0", "0", "0", "0", "0", "0", "4", "44", "156", "1876", "5180", "32516", "202900",
		"1330622", "8924976", "64492432", "495864256", "3977841852", "34092182276", "306819842212", "2883202816808",
		"28144109776812", "286022102245804"}
	superqueenClasses = []string{"1", "0", "0", "0", "0", "0", "0", "0", "0", "1", "6", "22", "239", "653", "4089", "25411",
		"166463", "1115871", "8062150", "61984976", "497236090", "4261538564", "38352532487", "360400504834",
		"3518014210402", "35752764285788"}
	superqueensOnTorus  = []string{"1", "0", "0", "0", "0", "44", "1092", "0", "16932", "24776"}
	superClassesOnTorus = []string{"1", "0", "0", "0", "0", "6", "139"}
	mostSuperqueens     = [...][]int{board.Regular: {1, 1, 1, 2, 4, 4, 5, 6, 8}, board.Torus: {1, 1, 1, 1, 1, 2, 4, 5, 5, 8, 11, 10, 13, 13}}
)

// knownSuperqueens compares the number of superqueens with tables. N of them fit on the regular board from N
// = 10 on, and fewer fit wherever more do. It returns Unknown for a torus beyond the tables, unless
// mostQueens excludes the number, and a number of solutions only for N superqueens.
func knownSuperqueens(in Instance) (dimacs.Status, *big.Int) {
	k, most, regular := in.QueenCount(), at(mostSuperqueens[in.Variant], in.N), in.Variant == board.Regular
	table, i := superqueenBoards, in.N
	switch {
	case regular && in.SymmetryBroken:
		table = superqueenClasses
	case !regular && in.SymmetryBroken:
		table, i = superClassesOnTorus, in.N/2+1 // N superqueens fit only for odd N
	case !regular:
		table, i = superqueensOnTorus, in.N/2+1
	}
	switch count := decimalAt(table, i); {
	case k > mostQueens(in.Board()), most > 0 && k > most:
		return dimacs.Unsatisfiable, nil
	case k == in.N && count != nil:
		return dimacs.Satisfiable, count
	case most > 0, regular && in.N >= 10:
		return dimacs.Satisfiable, nil
	case k == in.N && i <= len(superqueensOnTorus): // N = 17 or 19
		return dimacs.Satisfiable, nil
	}
	return dimacs.Unknown, nil
}
