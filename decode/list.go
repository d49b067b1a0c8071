package decode

import (
	"bufio"
	"context"
	"strconv"

	"queens/encode"
)

// listFormat is one line for each board: the column of the queen of each row
// from top to bottom, from 1, or `-` for a row without a queen. Several queens
// in a row, which only an attacking placement has, are joined by commas.
var listFormat = Format{
	Name:    "list",
	Summary: "one line per board, the column of each row: 2 4 1 3",
	New:     func(w *bufio.Writer, _ Style) Renderer { return &listRenderer{w} },
}

type listRenderer struct{ w *bufio.Writer }

func (l *listRenderer) Render(_ context.Context, p *Placement) error {
	b := l.w.AvailableBuffer()
	var here []encode.Square
	queens := p.Queens
	for row := 1; row <= p.Instance.N; row++ {
		if row > 1 {
			b = append(b, ' ')
		}
		here, queens = cutRow(queens, row)
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
	_, err := l.w.Write(append(b, '\n'))
	return err
}

func (l *listRenderer) Close(context.Context) error { return nil }
