package encode

import (
	"fmt"
	"math/big"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// queens is the N-Queens problem: queens such that no queen attacks another.
//
// Size: for the full form with the pairwise encoding on the regular board with N > 1, 2N +
// N^2(N-1) + N(N-1)(2N-1)/3 clauses.
//
// References: Max Bezzel, Berliner Schachzeitung 3, 1848; Jordan Bell and Brett Stevens, "A
// Survey of Known Results and Research Areas for n-Queens", Discrete Mathematics 309, 2009;
// OEIS A000170.
var queens = family{
	Definition: Definition{
		Name: Queens, Label: "Queens", About: "queens that do not attack each other",
		Rule: Peaceful, Pieces: []Piece{queen}, Noun: "queen", Moves: queen.Moves,
	},
	knownSolutions: knownQueens,
}

// peaceful interprets the rule Peaceful.
var peaceful = interpretation{
	notes: func(in Instance) []string {
		if in.LikeQueens() {
			return in.queenNotes()
		}
		return in.layerNotes()
	},
	constraints: Instance.apart, aim: Maximum, optimum: Instance.mostQueens,
}

// Queens is the family of the N-Queens problem.
const Queens = DefaultFamily

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

// Tables of queens: the number of solutions for N = 1, 2, .., OEIS A000170, and up to
// rotation and reflection, A002562. On the torus for N = 1, 3, 5, .., because there are no
// solutions for even N: the number of solutions, A007705; and up to rotation and reflection, as
// qsat counts them.
var (
	queensRegular = []string{"1", "0", "0", "2", "10", "4", "40", "92", "352", "724", "2680", "14200", "73712", "365596",
		"2279184", "14772512", "95815104", "666090624", "4968057848", "39029188884", "314666222712", "2691008701644",
		"24233937684440", "227514171973736", "2207893435808352", "22317699616364044", "234907967154122528"}
	queenClasses = []string{"1", "0", "0", "1", "2", "1", "6", "12", "46", "92", "341", "1787", "9233", "45752",
		"285053", "1846955", "11977939", "83263591", "621012754", "4878666808", "39333324973", "336376244042",
		"3029242658210", "28439272956934", "275986683743434", "2789712466510289", "29363495934315694"}
	queensOnTorus = []string{"1", "0", "10", "28", "0", "88", "4524", "0", "140692", "820496", "0", "128850048",
		"1957725000", "0", "605917055356"}
	classesOnTorus = []string{"1", "0", "2", "4", "0", "12", "572"}
)

// knownQueens compares the number of queens with mostQueens. If there are N queens, it takes the number of
// solutions from the tables, or nil beyond their ends. For fewer queens the number is nil.
//
// References: Emil Pauls, "Das Maximalproblem der Damen auf dem Schachbrete", Deutsche Schachzeitung 29,
// 1874, for the regular board; Paul Monsky, "Problem E3162", American Mathematical Monthly 96, 1989, for the
// largest number of queens on the torus.
func knownQueens(in Instance) (dimacs.Status, *big.Int) {
	switch k, torus := in.QueenCount(), in.Variant == board.Torus; {
	case k > mostQueens(in.Board()):
		return dimacs.Unsatisfiable, nil
	case k < in.N:
		return dimacs.Satisfiable, nil
	case torus && in.SymmetryBroken: // N is odd on the torus
		return dimacs.Satisfiable, decimalAt(classesOnTorus, in.N/2+1)
	case torus:
		return dimacs.Satisfiable, decimalAt(queensOnTorus, in.N/2+1)
	case in.SymmetryBroken:
		return dimacs.Satisfiable, decimalAt(queenClasses, in.N)
	}
	return dimacs.Satisfiable, decimalAt(queensRegular, in.N)
}

// mostQueens returns the largest number of queens on the board such that no queen attacks
// another. On the torus it is N-2 if N is divisible by 3 or 4, N-1 for other even N, and N
// otherwise. On the regular board it is N, but N-1 for N = 2 and 3.
func mostQueens(b board.Board) int {
	n := b.N
	switch {
	case b.Variant == board.Torus && (n%3 == 0 || n%4 == 0):
		return n - 2
	case b.Variant == board.Torus && n%2 == 0, b.Variant == board.Regular && (n == 2 || n == 3):
		return n - 1
	}
	return n
}

// trueSquares is a note on the meaning of the variables, with the format of their number.
const trueSquares = "a model gives each variable a value; the true ones among 1 to %d are the squares with queens"

// queenNotes returns two notes: the meaning of the variables, and what two queens that attack each other
// violate, with the first two squares of the first row as the example. The second note names a clause or, in
// an encoding with auxiliary variables, says that no values of these satisfy the clauses of the line. The
// instance must pass Check, and have more than one column.
func (in Instance) queenNotes() []string {
	amo, _ := atmostone.ByName(in.Encoding) // Check has accepted it
	top := in.Board().Through(board.Row, board.Square{Row: 1, Col: 1})
	vars := top.AppendVars(nil)
	names := in.Board().SquareNames(vars)
	consequence := fmt.Sprintf("violate the clause %d %d 0", -vars[0], -vars[1])
	if aux, _ := amo.OrPairwise(top.Len(), atmostone.Excluded{}).Size(top.Len()); aux > 0 {
		consequence = "leave no values for the auxiliary variables of that line that satisfy its clauses"
	}
	return []string{
		fmt.Sprintf(trueSquares, in.Board().Count()),
		fmt.Sprintf("queens that attack each other violate what their line says, as on %s and %s in %v: they %s", names[0], names[1], top, consequence),
	}
}
