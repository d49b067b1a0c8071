package encode

import (
	"fmt"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
)

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
