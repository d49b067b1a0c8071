package encode

import (
	"cmp"
	"fmt"
	"slices"

	"queens/dimacs"
	"queens/encode/board"
	"queens/encode/cardinality"
)

// CountsQueens reports whether the number of queens needs a constraint of its own, because
// the constraints on lines and squares do not determine it.
func (in Instance) CountsQueens() bool {
	return !in.family().noQueenCount && in.Aim == "" && (in.QueenCount() != in.Board().Side() || !in.onePerRow())
}

// queenGroups returns the clauses for the number of queens, or nil if the other constraints
// determine it or there are no queens. If each square holds one, they are unit clauses. The next two paragraphs are about
// queens that do not attack each other, and about other pieces that attack along rows and columns.
//
// Fewer queens than lines of the shorter side: the number of empty rows is the number of rows minus the number of queens.
// Each row has a variable for "empty", and a counter counts these variables. That takes few clauses
// and propagates well. The full form does the same for the columns. That adds no models but
// strengthens unit propagation. The minimal form counts only the lines of the shorter side.
//
// More queens do not fit. Counting rows would show that at once, but the instance is
// interesting because of the pigeonhole principle. So the squares are counted, in an order
// that keeps the squares of a line apart. Along rows or columns, the counter would prove by
// induction that there are at most as many queens as lines. Queens that may attack are counted in the same
// way, and so are the pieces of each layer of a mixture, and pieces that do not attack along rows.
func (in Instance) queenGroups() []group {
	k, b := in.QueenCount(), in.Board()
	switch {
	case !in.CountsQueens(), k == 0: // without queens, all squares are excluded
		return nil
	case in.onePerRow() && k < b.Side() && in.Minimal && b.N > b.Width():
		return []group{in.occupied(board.Column)}
	case in.onePerRow() && k < b.Side() && in.Minimal:
		return []group{in.occupied(board.Row)}
	case in.onePerRow() && k < b.Side():
		return []group{in.occupied(board.Row), in.occupied(board.Column)}
	case k == b.Count() && !in.Mixed():
		return []group{units("number of "+in.queensOf(0)+": on every square", in.squareVariables(), in.onLayers(in.Board().Vars()), true)}
	}
	var all []group
	for layer := range in.Layers() {
		all = append(all, in.onSquares(layer))
	}
	return all
}

// occupied returns the constraint that all rows but k are empty, for k queens; d is board.Row or, for columns,
// board.Column.
func (in Instance) occupied(d board.Direction) group {
	k, n := in.QueenCount(), in.linesIn(d)
	aux, clauses := cardinality.Exactly.Size(n-k, n)
	line := func(i int) board.Line { return board.Line{Board: in.Board(), Direction: d, Index: i + 1} }
	return group{
		aux:     n + aux,
		clauses: in.Board().Count() + n + clauses,
		comment: func() string {
			return fmt.Sprintf("number of %s: %d of the %d %ss empty", in.queensOf(0), n-k, n, d)
		},
		meanings: concat(describe(n, func(i int) string {
			return fmt.Sprintf("true if %v is empty, else false", line(i))
		}), meaningsOfCounts(n-k, n, func(i, j int) string {
			if j == 1 {
				return fmt.Sprintf("true if as far as %v at least one is empty, else false", line(i-1))
			}
			return fmt.Sprintf("true if as far as %v at least %d are empty, else false", line(i-1), j)
		})),
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			empty := fresh(n)
			var lits []dimacs.Lit
			for i, e := range empty {
				lits = line(i).AppendVars(lits[:0])
				for _, l := range lits {
					sink.Binary(l.Neg(), e.Neg())
				}
				lits = append(lits, e)
				sink.Clause(lits...)
				if sink.Err() != nil {
					return
				}
			}
			cardinality.Exactly.Encode(n-k, empty, sink, fresh)
		},
	}
}

// onSquares returns the constraint that the number of squares with a piece of the layer is CountOf.
func (in Instance) onSquares(layer int) group {
	k, b, what := in.CountOf(layer), in.Board(), in.queensOf(layer)
	n, order := b.Count(), in.countingOrder(layer)
	along := ""
	if in.Pieces == nil {
		along = " along knight's moves"
	}
	return exactly(k, n, fmt.Sprintf("number of %s: on %d of the %d squares", what, k, n), func(i int) dimacs.Lit {
		return order(i) + dimacs.Lit(layer*n)
	}, func(i, j int) string {
		last, _ := b.SquareOf(order(i - 1).Var())
		return fmt.Sprintf("true if at least %d %s are on the first %d squares%s, the last of them %s, else false", j, what, i, along, last.Algebraic(in.N))
	})
}

// countingOrder returns the variable with an index, from 0, in the order in which pieces of a layer are counted:
// byKnightMoves, unless the instance sets pieces that do not attack along rows. Such pieces are counted row by row, or
// along falling diagonals if they attack there, because a model counter then keeps few squares in mind at a time. If
// all moves lead to a square of the same colour, the dark squares follow the light ones, so that the number of pieces
// on them is all that connects both.
func (in Instance) countingOrder(layer int) func(i int) dimacs.Lit {
	b, moves := in.Board(), in.Moves(layer)
	if in.Pieces == nil || slices.Contains(moves.Lines, board.Row) {
		return func(i int) dimacs.Lit { return byKnightMoves(b, i) }
	}
	diagonals := slices.Contains(moves.Lines, board.Falling)
	coloured := !slices.ContainsFunc(slices.Concat(moves.Lines, moves.Leaps), func(d board.Direction) bool { return (d.Down+d.Right)%2 != 0 })
	if !diagonals && !coloured {
		return func(i int) dimacs.Lit { return dimacs.Lit(i + 1) }
	}
	squares := slices.Collect(b.Squares())
	slices.SortStableFunc(squares, func(s, t board.Square) int {
		order := 0
		if coloured {
			order = (s.Row+s.Col)%2 - (t.Row+t.Col)%2
		}
		if diagonals {
			order = cmp.Or(order, s.Row-s.Col-t.Row+t.Col)
		}
		return order
	})
	return func(i int) dimacs.Lit { return b.Var(squares[i]) }
}

// queensOf returns the plural for the queens of a layer, such as "white queens".
func (in Instance) queensOf(layer int) string {
	return in.PieceAt(layer).Name + "s"
}

// byKnightMoves returns the variable with index i, from 0, in an order along paths that cover the board, one
// for each column. A path starts in the top row and goes one row down and two columns to the right at a time, around
// the border.
func byKnightMoves(b board.Board, i int) dimacs.Lit {
	start, row := i/b.N, i%b.N
	return b.Var(board.Square{Row: row + 1, Col: (start+2*row)%b.Width() + 1})
}
