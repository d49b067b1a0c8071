package decode

import (
	"strconv"

	"queens/encode"
)

// listFormat writes one line per board: the column of the queen in each row from top to bottom,
// from 1, or `-` for a row without a queen. Several queens in a row, as with two stars or on
// illegal boards, are separated by commas.
var listFormat = lineFormat("list", "one line per board, the column of each row: 2 4 1 3", appendColumns)

func appendColumns(b []byte, p *Placement) []byte {
	for row, here := range p.rows() {
		if row > 1 {
			b = append(b, ' ')
		}
		if len(here) == 0 {
			b = append(b, '-')
		}
		for i, q := range here {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(q.Col), 10)
		}
	}
	return b
}

// squaresFormat writes one line per board: the squares of the queens in chess notation, in
// reading order.
var squaresFormat = lineFormat("squares", "one line per board, the squares: b4 d3 a2 c1", func(b []byte, p *Placement) []byte {
	return algebraic(b, p.Queens, p.Instance.N)
})

// appendSquares appends the squares of the queens column by column, as in captions.
func appendSquares(b []byte, p *Placement) []byte { return algebraic(b, p.byColumn(), p.Instance.N) }

func algebraic(b []byte, squares []encode.Square, n int) []byte {
	for i, q := range squares {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, q.Algebraic(n)...)
	}
	return b
}
