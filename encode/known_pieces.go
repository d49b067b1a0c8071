package encode

import (
	"math/big"

	"queens/dimacs"
	"queens/encode/board"
)

// bishopBoards is the number of ways to place N bishops on the regular board of size N = 1, 2, .., OEIS A002465.
var bishopBoards = []string{"1", "4", "26", "260", "3368", "53744", "1022320", "22522960", "565532992", "15915225216"}

// kingBoards is the number of ways to place N*N/4 kings on the regular board of size N = 2, 4, .., OEIS A018807, and
// knightBoards to place N knights on it for N = 1, 2, .., A201540. qsat has counted them.
var (
	kingBoards   = []string{"4", "79", "3600", "281571", "32572756", "5109144543"}
	knightBoards = []string{"1", "6", "36", "412", "9386", "257318", "8891854"}
)

// dominatingKnights is the least number of knights that dominate the regular board of size N = 1, 2, .., OEIS A006075.
var dominatingKnights = []int{1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21, 24, 28, 32, 36, 40}

// knownPieces returns the status of an instance with pieces of its own or with a board that is not square, and
// its number of solutions, as far as a theorem or a table determines them: for pieces of one kind that do not
// attack each other, or that dominate the board. The number of rooks is known for every board.
//
// References: A. M. Yaglom and I. M. Yaglom, "Challenging Mathematical Problems with Elementary Solutions" 1,
// 1964, for rooks, bishops and kings.
func (in Instance) knownPieces() (dimacs.Status, *big.Int) {
	b, k, square := in.Board(), in.QueenCount(), in.Columns == 0
	name := in.Noun()
	switch rule := in.family().Rule; {
	case in.Mixed() || rule != Peaceful && rule != Dominating || in.Variant == board.Torus && name != "rook":
		return dimacs.Unknown, nil
	case rule == Dominating:
		least := in.leastDominating(name)
		switch {
		case k < 1 || k < least:
			return dimacs.Unsatisfiable, nil
		case least > 0 && (k == least || !in.Independent):
			return dimacs.Satisfiable, nil
		}
		return dimacs.Unknown, nil
	case name == amazon.Name && square:
		return knownSuperqueens(in)
	}
	most := in.mostPieces(name)
	switch {
	case most == 0:
		return dimacs.Unknown, nil
	case k > most:
		return dimacs.Unsatisfiable, nil
	case in.SymmetryBroken:
		return dimacs.Satisfiable, nil
	case name == "rook":
		count := new(big.Int).MulRange(int64(b.N-k+1), int64(b.N))
		return dimacs.Satisfiable, count.Mul(count, new(big.Int).Binomial(int64(b.Width()), int64(k)))
	case name == "bishop" && square && k == in.N:
		return dimacs.Satisfiable, decimalAt(bishopBoards, k)
	case name == "king" && square && in.N%2 == 0 && k == most:
		return dimacs.Satisfiable, decimalAt(kingBoards, in.N/2)
	case name == "knight" && square && k == in.N:
		return dimacs.Satisfiable, decimalAt(knightBoards, k)
	}
	return dimacs.Satisfiable, nil
}

// mostPieces returns the largest number of pieces that do not attack each other on the regular board, or for rooks on
// any board; 0 if it is not known.
func (in Instance) mostPieces(name string) int {
	b := in.Board()
	least, most, n := b.Side(), in.Board().LongSide(), b.Count()
	switch {
	case name == "rook":
		return least
	case name == "queen" && least == most:
		return mostQueens(b)
	case name == "queen":
		return least
	case name == "king":
		return (b.N + 1) / 2 * ((b.Width() + 1) / 2)
	case name == "bishop" && least == most:
		return max(1, 2*most-2)
	case name == "knight" && least == 1:
		return n
	case name == "knight" && least == 2:
		return most/4*4 + 2*min(2, most%4)
	case name == "knight":
		return (n + 1) / 2
	}
	return 0
}

// leastDominating returns the least number of pieces, independent if the instance asks for it, that dominate the regular
// board, or for rooks any board; 0 if it is not known.
func (in Instance) leastDominating(name string) int {
	b := in.Board()
	switch {
	case name == "rook":
		return b.Side()
	case name == "king":
		return (b.N + 2) / 3 * ((b.Width() + 2) / 3)
	case name == "bishop" && in.Columns == 0:
		return in.N
	case name == "knight" && in.Columns == 0 && !in.Independent:
		return at(dominatingKnights, in.N)
	}
	return 0
}

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
