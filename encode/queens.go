package encode

import (
	"fmt"
	"math/big"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// queens do not attack each other: the N-Queens problem.
//
// Size: for the full form with the pairwise encoding on the regular board 2N +
// N^2(N-1) + N(N-1)(2N-1)/3 clauses.
//
// References: Max Bezzel, Berliner Schachzeitung 3, 1848; Jordan Bell and Brett Stevens,
// "A Survey of Known Results and Research Areas for n-Queens", Discrete Mathematics 309,
// 2009; OEIS A000170.
var queens = family{
	is: Queens, about: "queens that do not attack each other", sources: "A000170",
	piece: queen, pieces: Instance.QueenCount, peaceful: always, notes: Instance.queenNotes,
	constraints: Instance.lines,
	known:       knownQueens,
	refused: func(Instance) map[feature]string {
		return map[feature]string{withColours: noColours, withIndependence: noIndependence}
	},
}

// Queens is the family of the N-Queens problem.
const Queens Family = ""

// The numbers of solutions for N = 1, 2, .. , OEIS A000170, and up to rotation and
// reflection A002562; on the torus A007705, for N = 1, 3, 5, .., and none for even N,
// up to rotation and reflection as qsat counts them, and with translations A053994.
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
	movedOnTorus   = []string{"1", "0", "1", "1", "0", "2", "11", "0", "97", "354", "0", "31381", "395551", "0", "90120677"}
)

// knownQueens is what theorems and tables know.
//
// References: Emil Pauls, "Das Maximalproblem der Damen auf dem Schachbrete", Deutsche
// Schachzeitung 29, 1874, for the regular board; Paul Monsky, "Problem E3162", American
// Mathematical Monthly 96, 1989, for the largest number of queens on the torus.
func knownQueens(in Instance) (dimacs.Status, *big.Int) {
	switch k, torus := in.QueenCount(), in.Variant == Torus; {
	case k > in.Board().mostQueens():
		return dimacs.Unsatisfiable, nil
	case k < in.N:
		return dimacs.Satisfiable, nil
	case in.Translations: // N is odd on the torus
		return dimacs.Satisfiable, decimalAt(movedOnTorus, in.N/2+1)
	case torus && in.SymmetryBroken:
		return dimacs.Satisfiable, decimalAt(classesOnTorus, in.N/2+1)
	case torus:
		return dimacs.Satisfiable, decimalAt(queensOnTorus, in.N/2+1)
	case in.SymmetryBroken:
		return dimacs.Satisfiable, decimalAt(queenClasses, in.N)
	}
	return dimacs.Satisfiable, decimalAt(queensRegular, in.N)
}

// mostQueens returns how many queens fit on the board.
func (b Board) mostQueens() int {
	n := b.N
	switch {
	case b.Variant == Torus && (n%3 == 0 || n%4 == 0):
		return n - 2
	case b.Variant == Torus && n%2 == 0, b.Variant == Regular && (n == 2 || n == 3):
		return n - 1
	}
	return n
}

func always(Instance) bool { return true }

// counted reports whether the constraints do not fix the number of queens.
func (in Instance) counted() bool {
	return !in.family().uncounted && (in.QueenCount() != in.N || !in.peaceful())
}

// queenGroups returns the clauses that the number of queens takes if the constraints
// do not fix it. If the queens are not to attack each other, there is at most one on
// each line.
//
// Fewer queens than N: as many rows are empty as queens are missing. Each row
// has a variable for that, and exactly counts those, which takes few clauses
// and propagates well. The full form does the same with the columns, which adds
// no models but lets more follow.
//
// More queens than N cannot be, and counting rows would show it at once. As the
// pigeonhole principle is what makes the instance worth having, the squares are
// counted, in an order that keeps the squares of each line apart: along rows or
// columns, the counter would show by induction that there are at most N queens. Queens
// that may attack each other are counted so as well.
func (in Instance) queenGroups() []group {
	k, n := in.QueenCount(), in.N
	switch {
	case !in.counted(), k == 0: // with no queen, each square is blocked
		return nil
	case in.peaceful() && k < n && in.Minimal:
		return []group{in.occupied(Row)}
	case in.peaceful() && k < n:
		return []group{in.occupied(Row), in.occupied(Column)}
	case k == n*n:
		return []group{units("number of queens: on every square", in.squareVariables(), in.onLayers(in.Board().Vars()), true)}
	}
	var all []group
	for layer := range in.Layers() {
		all = append(all, in.onSquares(layer))
	}
	return all
}

// occupied is the constraint that as many rows or columns hold a queen as there are
// queens.
func (in Instance) occupied(d Direction) group {
	k, n := in.QueenCount(), in.N
	return group{
		comment: func() string {
			return fmt.Sprintf("number of queens: %d of the %d %ss empty", n-k, n, d)
		},
		meanings: func(yield func(string) bool) {
			for i := range n {
				if !yield(fmt.Sprintf("true if %s %d is empty, else false", d, i+1)) {
					return
				}
			}
			yieldAll(yield, meaningsOfExactly(n-k, n, func(i, j int) string {
				if j == 1 {
					return fmt.Sprintf("true if up to %s %d at least one is empty, else false", d, i)
				}
				return fmt.Sprintf("true if up to %s %d at least %d are empty, else false", d, i, j)
			}))
		},
		size: func(weight atmostone.Weight) (aux int, clauses float64) {
			aux, clauses = sizeOfExactly(n-k, n, weight)
			return n + aux, float64(n*n)*weight(0, 2) + float64(n)*weight(n+1, 0) + clauses
		},
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			empty := fresh(n)
			var lits []dimacs.Lit
			for i, e := range empty {
				lits = Line{board: in.Board(), Direction: d, Index: i + 1}.AppendVars(lits[:0])
				for _, l := range lits {
					sink.Binary(l.Neg(), e.Neg())
				}
				lits = append(lits, e)
				sink.Clause(lits...)
				if sink.Err() != nil {
					return
				}
			}
			exactly(n-k, n, func(i int) dimacs.Lit { return empty[i] }, sink, fresh)
		},
	}
}

// onSquares is the constraint that as many squares hold a queen of the layer as there
// are queens.
func (in Instance) onSquares(layer int) group {
	k, n, what := in.QueenCount(), in.N*in.N, in.queensOf(layer)
	return group{
		comment: func() string { return fmt.Sprintf("number of %s: on %d of the %d squares", what, k, n) },
		meanings: meaningsOfExactly(k, n, func(i, j int) string {
			last, _ := in.Board().SquareOf(in.Board().byKnightMoves(i - 1).Var())
			return fmt.Sprintf("true if at least %d %s are on the first %d squares along knight's moves, the last of them %s, else false", j, what, i, last.Algebraic(in.N))
		}),
		size: func(weight atmostone.Weight) (aux int, clauses float64) { return sizeOfExactly(k, n, weight) },
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			exactly(k, n, func(i int) dimacs.Lit { return in.Board().byKnightMoves(i) + dimacs.Lit(layer*n) }, sink, fresh)
		},
	}
}

// queensOf returns the word for the queens of a layer.
func (in Instance) queensOf(layer int) string {
	_, what, _ := strings.Cut(in.family().piece(layer).there, " ")
	return what + "s"
}

// byKnightMoves returns variable i of the board, from 0, along N paths that cover it,
// each from the top row down, one row down and two columns to the right at a
// time, around the border.
func (b Board) byKnightMoves(i int) dimacs.Lit {
	start, row := i/b.N, i%b.N
	return b.Var(Square{row + 1, (start+2*row)%b.N + 1})
}
