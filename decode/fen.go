package decode

import (
	"bufio"
	"context"
	"strconv"
)

// fenFormat is one line for each board in the Forsyth-Edwards notation (PGN
// standard, 1994, section 16.1). A run of more than nine empty squares is one
// number, as in the dialect for boards of other sizes that fairy chess programs
// read.
var fenFormat = Format{
	Name:    "fen",
	Summary: "one line per board for chess programs: 1Q2/3Q/Q3/2Q1 w - - 0 1",
	New:     func(w *bufio.Writer, _ Style) Renderer { return &fenRenderer{w} },
}

type fenRenderer struct{ w *bufio.Writer }

func (r *fenRenderer) Render(_ context.Context, p *Placement) error {
	b := r.w.AvailableBuffer()
	queens := p.Queens
	for row := 1; row <= p.Instance.N; row++ {
		if row > 1 {
			b = append(b, '/')
		}
		here, rest := cutRow(queens, row)
		queens = rest
		passed := 0
		for _, q := range here {
			b = append(appendRun(b, q.Col-1-passed), 'Q')
			passed = q.Col
		}
		b = appendRun(b, p.Instance.N-passed)
	}
	_, err := r.w.Write(append(b, " w - - 0 1\n"...))
	return err
}

// appendRun appends the number of empty squares in a row, if there are any.
func appendRun(b []byte, n int) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(b, int64(n), 10)
}

func (r *fenRenderer) Close(context.Context) error { return nil }
