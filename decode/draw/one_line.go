package draw

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"queens/decode"
)

// lineFormat returns a format with one line per board, which appendLine appends to b.
func lineFormat(name, summary string, features Feature, appendLine func(b []byte, p *decode.Placement) []byte) Format {
	return Format{Name: name, Summary: summary, Features: features, New: func(w *bufio.Writer, _ Style) Renderer {
		return &lineRenderer{w, appendLine}
	}}
}

type lineRenderer struct {
	w          *bufio.Writer
	appendLine func(b []byte, p *decode.Placement) []byte
}

func (r *lineRenderer) Render(_ context.Context, p *decode.Placement) error {
	b := r.appendLine(r.w.AvailableBuffer(), p)
	_, err := r.w.Write(append(b, '\n'))
	return err
}

func (r *lineRenderer) Close(context.Context) error { return nil }

// listFormat writes one line per board: the column of the queen in each row from top to bottom,
// from 1, or `-` for a row without a queen. Several queens in a row, as with two stars or on
// illegal boards, are separated by commas.
var listFormat = lineFormat("list", "one line per board, the column of each row: 2 4 1 3", 0, appendColumns)

func appendColumns(b []byte, p *decode.Placement) []byte {
	for row, here := range p.Rows() {
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
var squaresFormat = lineFormat("squares", "one line per board, the squares: b4 d3 a2 c1", 0, func(b []byte, p *decode.Placement) []byte {
	return decode.AppendAlgebraic(b, p.Queens, p.Instance.N)
})

// namesFormat writes one line per board: the true variables by their names in textbooks, Q<row,column> for a
// queen, and the letters of other pieces.
var namesFormat = lineFormat("names", "one line per board, the true variables: Q<1,2> Q<2,4> Q<3,1> Q<4,3>", Mixtures, appendNames)

func appendNames(b []byte, p *decode.Placement) []byte {
	letter := p.Letter(0)
	for i, q := range p.Queens {
		if p.Layers != nil {
			letter = p.Letter(p.Layers[i])
		}
		if i > 0 {
			b = append(b, ' ')
		}
		b = fmt.Appendf(b, "%s<%d,%d>", letter, q.Row, q.Col)
	}
	return b
}

// pythonFormat writes one line per board: a list with the row of the queen in each column from
// left to right, from 0 for the top row, or None. The list can be the argument Qs of
// problem_board in the package chess_problem_visuals, which then draws this board. A column
// with several queens, as with two stars or on illegal boards, becomes a tuple.
var pythonFormat = lineFormat("python", "one list per board, the row of each column from 0: [2, 0, 3, 1]", 0, appendPython)

func appendPython(b []byte, p *decode.Placement) []byte {
	columns := make([]string, p.Instance.Board().Width())
	for _, q := range p.Queens {
		c := &columns[q.Col-1]
		if *c != "" {
			*c += ", "
		}
		*c += strconv.Itoa(q.Row - 1)
	}
	for i, c := range columns {
		switch {
		case c == "":
			columns[i] = "None"
		case strings.Contains(c, ","):
			columns[i] = "(" + c + ")"
		}
	}
	return append(b, "["+strings.Join(columns, ", ")+"]"...)
}

// fenFormat writes one line per board in the Forsyth-Edwards notation (PGN standard, 1994,
// section 16.1). All pieces are white; fairy pieces have the letters of the format text. A run of more than nine empty squares is one number, as in the dialect of
// fairy chess programs for other board sizes.
var fenFormat = lineFormat("fen", "one line per board for chess programs: 1Q2/3Q/Q3/2Q1 w - - 0 1", Mixtures, appendFEN)

func appendFEN(b []byte, p *decode.Placement) []byte {
	piece, letter := 0, p.Letter(0) // the index of the next piece, and the letter of its layer
	for row, here := range p.Rows() {
		if row > 1 {
			b = append(b, '/')
		}
		passed := 0
		for _, q := range here {
			if p.Layers != nil {
				letter = p.Letter(p.Layers[piece])
			}
			b = append(appendRun(b, q.Col-1-passed), letter...)
			passed, piece = q.Col, piece+1
		}
		b = appendRun(b, p.Instance.Board().Width()-passed)
	}
	return append(b, " w - - 0 1"...)
}

// appendRun appends a number of empty squares, unless it is 0.
func appendRun(b []byte, n int) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(b, int64(n), 10)
}
