package encode

import (
	"iter"
	"math/big"

	"queens/dimacs"
	"queens/encode/board"
)

// domination places queens such that every square holds a queen or is attacked. With
// independence, no queen attacks another.
//
// Size: for each square, a clause of its variable and the variables of the squares that
// attack it; with independence, the clauses of the queens, too; and the clauses that count
// the queens.
//
// References: Ernest J. Cockayne, "Chessboard Domination Problems", Discrete Mathematics
// 86, 1990; Patric R. J. Östergård and William D. Weakley, "Values of Domination Numbers of
// the Queen's Graph", Electronic Journal of Combinatorics 8, 2001.
var domination = family{
	Definition: Definition{
		Name: Domination, Label: "Dominating queens", About: "queens that attack each square that holds none",
		Rule: Dominating, Pieces: []Piece{queen}, Noun: "queen", Moves: queen.Moves,
		Refused:   map[Feature]string{withEncoding: noEncoding, withMinimal: noMinimal, inLP: noLP},
		NoDefault: "the default, N queens, always dominates the board (all on one row)",
		Usual:     Quotient{Rows: 1, Plus: 2, Divisor: 2},
	},
	knownSolutions: knownDomination,
}

// dominating interprets the rule Dominating.
var dominating = interpretation{
	constraints: func(in Instance, maximise bool) iter.Seq[Constraint] {
		if in.Independent {
			return concat(in.apart(maximise), in.dominate())
		}
		return in.dominate()
	},
	aim: Minimum, optimum: Instance.fewestQueens,
}

// Domination is the family of queens that attack every empty square.
const Domination Family = "domination"

// Tables of domination for N = 1, 2, ..: the least number of queens that dominate, OEIS
// A075458, and of independent queens, A075324; the same on the torus, A279402 and A279404;
// the number of ways with the least number of queens, A002564, and with independent queens,
// A002568; and the number of ways up to rotation and reflection, by exhaustive search.
var (
	dominationNumbers  = []int{1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 11, 12, 12, 13, 13}
	independentNumbers = []int{1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5, 7, 7, 8, 9, 9, 9, 10, 11, 11, 11, 12, 13, 13, 13, 14, 15, 15, 16, 16, 17}
	dominationOnTorus  = []int{1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 7, 7, 5, 8, 9, 8, 10, 10, 7, 11}
	independentOnTorus = []int{1, 1, 1, 2, 5, 4, 5, 4, 5, 5, 5, 6, 7, 7, 5, 8, 9, 10}
	dominations        = []string{"1", "4", "1", "12", "186", "4", "86", "4860", "114", "8", "2", "8", "288", "4632", "205832", "2968", "124", "16", "84"}
	independentSets    = []string{"1", "4", "1", "16", "16", "120", "8", "728", "92", "8", "2", "840", "24", "436", "10188", "128", "12", "224",
		"8424", "312", "72", "192", "8784", "368", "56", "224", "14500", "280", "10880", "240"}
	dominationClasses = []string{"1", "1", "1", "3", "37", "1", "13", "638", "21", "1", "1"}
)

// knownDomination compares the number of queens with tables and bounds. N queens always
// dominate: they fill a row. Independent queens need a least number, and no more than
// mostQueens fit; N independent queens dominate if they fit. Numbers between these bounds
// are not known. The number of solutions is known at most for the least number on the regular
// board. On the torus a queen attacks at least the squares that it attacks on the
// regular board, so the numbers there are sufficient on the torus, too.
func knownDomination(in Instance) (dimacs.Status, *big.Int) {
	k, torus := in.QueenCount(), in.Variant == board.Torus
	least, apart, onRegular := at(dominationNumbers, in.N), at(independentNumbers, in.N), at(dominationNumbers, in.N)
	if torus {
		least, apart = at(dominationOnTorus, in.N), at(independentOnTorus, in.N)
	}
	switch {
	case k < 1, in.Independent && (k < apart || k > mostQueens(in.Board())), !in.Independent && k < least:
		return dimacs.Unsatisfiable, nil
	case !in.Independent && !torus && k == least && in.SymmetryBroken:
		return dimacs.Satisfiable, decimalAt(dominationClasses, in.N)
	case !in.Independent && !torus && k == least:
		return dimacs.Satisfiable, decimalAt(dominations, in.N)
	case in.Independent && !torus && k == apart && !in.SymmetryBroken:
		return dimacs.Satisfiable, decimalAt(independentSets, in.N)
	case in.Independent && (k == in.N || k == apart):
		return dimacs.Satisfiable, nil
	case !in.Independent && (k >= in.N || least > 0 || onRegular > 0 && k >= onRegular):
		return dimacs.Satisfiable, nil
	}
	return dimacs.Unknown, nil
}

// dominate yields a constraint for each square: it holds a queen or is attacked. If several squares have the same
// scope, it yields only the first. It yields no constraint on a board of one square with one queen, unless there is
// an aim.
//
// If two squares of a regular board have the same scope, only a line through both is long. The other lines of the
// first square have only squares on lines or leaps of the second, at most one for each pair of lines.
func (in Instance) dominate() iter.Seq[Constraint] {
	if in.single() {
		return concat[Constraint]()
	}
	l := in.layer(0)
	lines, leaps := len(l.board.Directions()), len(l.board.Leaps())
	longest := l.board.LongSide() + leaps + lines*(lines+leaps) // the size of a scope that may repeat
	keyOf := func(a around) constraintKey { return keyOf(1, 0, a.AppendVars(nil)) }
	if l.board.Variant == board.Torus { // all squares are alike
		longest = 0
		first := around{l, board.Square{Row: 1, Col: 1}}
		for _, v := range first.AppendVars(nil)[1:] {
			if s, _ := l.board.SquareOf(int(v)); keyOf(around{l, s}) == keyOf(first) {
				longest = l.board.Count()
			}
		}
	}
	return func(yield func(Constraint) bool) {
		seen := map[constraintKey]bool{}
		bySquare(l.board, func(s board.Square) Constraint {
			a := around{l, s}
			if a.Len() <= longest {
				key := keyOf(a)
				if seen[key] {
					return Constraint{}
				}
				seen[key] = true
			}
			return Constraint{Scope: a, Low: 1}
		})(yield)
	}
}
