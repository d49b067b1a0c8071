package decode

import (
	"bufio"
	"context"
)

// squaresFormat is one line for each board: the squares of the queens as chess
// players write them, file by file.
var squaresFormat = Format{
	Name:    "squares",
	Summary: "one line per board, the squares: a2 b4 c1 d3",
	New:     func(w *bufio.Writer, _ Style) Renderer { return &squaresRenderer{w} },
}

type squaresRenderer struct{ w *bufio.Writer }

func (r *squaresRenderer) Render(_ context.Context, p *Placement) error {
	b := r.w.AvailableBuffer()
	for i, q := range p.byColumn() {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, q.Algebraic(p.Instance.N)...)
	}
	_, err := r.w.Write(append(b, '\n'))
	return err
}

func (r *squaresRenderer) Close(context.Context) error { return nil }
