package encode

import (
	"fmt"
	"iter"
	"math/big"
	"slices"

	"queens/dimacs"
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
	name: Superqueens, about: "queens that also move as knights",
	nonAttacking: true, attackLikeKnights: true, knownSolutions: knownSuperqueens,
	constraints: func(in Instance, how listing) iter.Seq[Constraint] {
		return concat(in.lines(how), in.knights(how))
	},
	aim: Maximum, optimum: Instance.mostQueens,
	refused: map[feature]string{inMiniZinc: noMiniZinc},
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
	mostSuperqueens     = [...][]int{Regular: {1, 1, 1, 2, 4, 4, 5, 6, 8}, Torus: {1, 1, 1, 1, 1, 2, 4, 5, 5, 8, 11, 10, 13, 13}}
)

// knownSuperqueens compares the number of superqueens with tables. N of them fit on the
// regular board from N = 10 on, and fewer fit wherever more do. It returns Unknown for
// boards beyond the tables, and a number of solutions only for N superqueens.
func knownSuperqueens(in Instance) (dimacs.Status, *big.Int) {
	k, most, regular := in.QueenCount(), at(mostSuperqueens[in.Variant], in.N), in.Variant == Regular
	table, i := superqueenBoards, in.N
	switch {
	case regular && in.SymmetryBroken:
		table = superqueenClasses
	case !regular && in.SymmetryBroken:
		table, i = superClassesOnTorus, in.N/2+1 // N superqueens fit only for odd N
	case !regular:
		table, i = superqueensOnTorus, in.N/2+1
	}
	if in.Translations {
		table = nil
	}
	switch count := decimalAt(table, i); {
	case k > in.Board().mostQueens(), most > 0 && k > most:
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

// knights yields a constraint for each square: a queen on it excludes queens a knight's
// move away, on later squares in reading order.
func (in Instance) knights(how listing) iter.Seq[Constraint] {
	return in.bySquare(how, in.Board().byBorders, func(s Square) Constraint {
		if k := (knight{around{in.Board(), s}}); k.Len() > 1 {
			return Constraint{Scope: k, FirstExcludes: true}
		}
		return Constraint{}
	})
}

// A knight is the scope of a square, followed by the later squares in reading order that
// are a knight's move away and share no line with it.
type knight struct{ around }

func (k knight) String() string     { return "knight's moves from " + k.Algebraic(k.board.N) }
func (k knight) identifier() string { return fmt.Sprintf("knight_%d_%d", k.Row, k.Col) }

func (k knight) Len() int {
	var room [9]dimacs.Lit
	return len(k.AppendVars(room[:0]))
}

func (k knight) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	dst = append(dst, k.board.Var(k.Square))
	first := len(dst)
	for _, s := range k.board.knightMoves(k.Square) {
		if k.board.holds(s) && k.board.Var(s) > dst[first-1] && !k.board.inLine(k.Square, s) {
			dst = append(dst, k.board.Var(s))
		}
	}
	slices.Sort(dst[first:])
	return dst[:first+len(slices.Compact(dst[first:]))]
}

// inLine reports whether some line contains both squares.
func (b Board) inLine(s, t Square) bool {
	return slices.ContainsFunc(directions[:], func(d Direction) bool { return b.through(d, s) == b.through(d, t) })
}

// knightMoves returns the squares a knight's move from s. On a regular board some of them
// may lie beyond the border.
func (b Board) knightMoves(s Square) [8]Square {
	moves := [8]Square{{1, -2}, {1, 2}, {2, -1}, {2, 1}, {-1, -2}, {-1, 2}, {-2, -1}, {-2, 1}}
	for i, move := range moves {
		moves[i] = Square{s.Row + move.Row, s.Col + move.Col}
		if b.Variant == Torus {
			moves[i] = Square{b.onTorus(moves[i].Row), b.onTorus(moves[i].Col)}
		}
	}
	return moves
}

// attackedByKnight reports whether a queen is a knight's move from s. On a torus with fewer
// than four rows the answer is false, because such squares share a line.
func (b Board) attackedByKnight(s Square, queens Squares) bool {
	moves := b.knightMoves(s)
	inLine := b.Variant == Torus && b.N < 4
	return queens.Len() > 0 && !inLine && slices.ContainsFunc(moves[:], queens.Has)
}
