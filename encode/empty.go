package encode

import (
	"iter"
	"math/bits"
	"slices"

	"queens/dimacs"
)

// empty returns the set of the squares that stay empty, because they are blocked or lie on a
// blocked diagonal. If the number of queens is 0, it contains every square. The set may share
// memory with in.Blocked. The instance must pass Check.
func (in Instance) empty() Squares {
	switch {
	case in.QueenCount() == 0:
		row := make([]uint64, (in.N+63)/64)
		for col := range in.N {
			row[col/64] |= 1 << (col % 64)
		}
		return Squares{rows: slices.Repeat([][]uint64{row}, in.N), count: in.N * in.N}
	case len(in.BlockedDiagonals) == 0:
		return in.Blocked
	}
	var set Squares
	for s := range in.Blocked.All() {
		set.Add(s)
	}
	for row := 1; row <= in.N; row++ {
		for _, d := range in.BlockedDiagonals {
			s := Square{row, row - d.Index}
			if d.Rising {
				s.Col = d.Index - row
			}
			if in.Variant == Torus {
				s.Col = in.Board().onTorus(s.Col)
			}
			if in.Board().holds(s) {
				set.Add(s)
			}
		}
	}
	return set
}

// vars yields the variables of the squares in the set, in reading order.
func (b Board) vars(set Squares) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for s := range set.All() {
			if !yield(b.Var(s)) {
				return
			}
		}
	}
}

// fullLine returns the first row or column, in the order row 1, column 1, row 2, .., that
// contains only squares of the set.
func (b Board) fullLine(set Squares) (d Direction, i int, found bool) {
	columns := make([]uint64, (b.N+63)/64)
	for w := range columns {
		columns[w] = ^uint64(0)
		for row := 1; row <= b.N; row++ {
			columns[w] &= set.word(row, w)
		}
	}
	for i := 1; i <= b.N; i++ {
		inRow := 0
		for w := range columns {
			inRow += bits.OnesCount64(set.word(i, w))
		}
		if inRow == b.N {
			return Row, i, true
		}
		if columns[(i-1)/64]>>((i-1)%64)&1 == 1 {
			return Column, i, true
		}
	}
	return Row, 0, false
}
