package encode

import (
	"math/big"

	"queens/dimacs"
	"queens/encode/board"
)

// bishopBoards is the number of ways to place N bishops on the regular board of size N = 1, 2, .., OEIS A002465.
var bishopBoards = []string{"1", "4", "26", "260", "3368", "53744", "1022320", "22522960", "565532992", "15915225216"}

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
	}
	return dimacs.Satisfiable, nil
}

// mostPieces returns the largest number of pieces that do not attack each other on the regular board, or for rooks on
// any board; 0 if it is not known.
func (in Instance) mostPieces(name string) int {
	b := in.Board()
	least, most, n := b.Side(), in.mostSides(), b.Count()
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
