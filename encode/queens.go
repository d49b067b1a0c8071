package encode

import (
	"fmt"
	"iter"

	"queens/dimacs"
)

// queenGroups returns the clauses that the number of queens takes if it is not
// N. On the lines there is at most one queen then.
//
// Fewer queens than N: as many rows are empty as queens are missing. Each row
// has a variable for that, and exactly counts those, which takes few clauses
// and propagates well. The full form does the same with the columns, which adds
// no models but lets more follow.
//
// More queens than N cannot be, and counting rows would show it at once. As the
// pigeonhole principle is what makes the instance worth having, the squares are
// counted, in an order that keeps the squares of each line apart: along rows or
// columns, the counter would show by induction that there are at most N queens.
func (in Instance) queenGroups() []group {
	k, n := in.QueenCount(), in.N
	switch {
	case k == n, k == 0: // with no queen, each square is blocked
		return nil
	case k < n && in.Minimal:
		return []group{in.occupied(Row)}
	case k < n:
		return []group{in.occupied(Row), in.occupied(Column)}
	case k == n*n:
		return []group{in.everywhere()}
	}
	return []group{in.onSquares()}
}

// occupied is the constraint that as many rows or columns hold a queen as there are
// queens.
func (in Instance) occupied(d Direction) group {
	k, n := in.QueenCount(), in.N
	aux, clauses := sizeOfExactly(n-k, n)
	return group{
		comment: func() string {
			return fmt.Sprintf("number of queens: %d of the %d %ss empty", n-k, n, d)
		},
		meanings: func() iter.Seq[string] {
			return func(yield func(string) bool) {
				for i := range n {
					if !yield(fmt.Sprintf("true if %s %d is empty, else false", d, i+1)) {
						return
					}
				}
				for text := range meaningsOfExactly(n-k, n, func(i, j int) string {
					if j == 1 {
						return fmt.Sprintf("true if up to %s %d at least one is empty, else false", d, i)
					}
					return fmt.Sprintf("true if up to %s %d at least %d are empty, else false", d, i, j)
				}) {
					if !yield(text) {
						return
					}
				}
			}
		},
		aux:     aux + int64(n),
		clauses: clauses + int64(n)*int64(n+1),
		add: func(sink Sink, vars VarSource) {
			empty := freshOnes(vars, n)
			var lits []dimacs.Lit
			for i, e := range empty {
				lits = Line{board: in.Board(), Direction: d, Index: i + 1}.AppendVars(lits[:0])
				for _, l := range lits {
					sink.Binary(l.Neg(), e.Neg())
				}
				lits = append(lits, e)
				sink.Clause(lits...)
			}
			exactly(n-k, empty, sink, vars)
		},
	}
}

// onSquares is the constraint that as many squares hold a queen as there are
// queens.
func (in Instance) onSquares() group {
	k, n := in.QueenCount(), in.N*in.N
	aux, clauses := sizeOfExactly(k, n)
	return group{
		comment: func() string { return fmt.Sprintf("number of queens: on %d of the %d squares", k, n) },
		meanings: func() iter.Seq[string] {
			squares := in.Board().byKnightMoves()
			return meaningsOfExactly(k, n, func(i, j int) string {
				last, _ := in.Board().SquareOf(squares[i-1].Var())
				return fmt.Sprintf("true if at least %d queens are on the first %d squares along knight's moves, the last of them %s, else false", j, i, last.Algebraic(in.N))
			})
		},
		aux:     aux,
		clauses: clauses,
		add: func(sink Sink, vars VarSource) {
			exactly(k, in.Board().byKnightMoves(), sink, vars)
		},
	}
}

// byKnightMoves returns the variables of the board along N paths that cover it,
// each from the top row down, one row down and two columns to the right at a
// time, around the border.
func (b Board) byKnightMoves() []dimacs.Lit {
	vars := make([]dimacs.Lit, 0, b.N*b.N)
	for start := range b.N {
		for row := range b.N {
			vars = append(vars, b.Var(Square{row + 1, (start+2*row)%b.N + 1}))
		}
	}
	return vars
}

// everywhere is the constraint that each square holds a queen.
func (in Instance) everywhere() group {
	return group{
		comment: func() string { return "number of queens: on every square" },
		clauses: int64(in.N) * int64(in.N),
		add: func(sink Sink, _ VarSource) {
			for v := range in.Board().Vars() {
				sink.Clause(v)
			}
		},
	}
}
