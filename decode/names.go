package decode

import (
	"bufio"
	"context"
	"strconv"
)

// namesFormat is one line for each board: the true variables by the names that
// textbooks give them, Q<row,column>.
var namesFormat = Format{
	Name:    "names",
	Summary: "one line per board, the true variables: Q<1,2> Q<2,4> Q<3,1> Q<4,3>",
	New:     func(w *bufio.Writer, _ Style) Renderer { return &namesRenderer{w} },
}

type namesRenderer struct{ w *bufio.Writer }

func (r *namesRenderer) Render(_ context.Context, p *Placement) error {
	b := r.w.AvailableBuffer()
	for i, q := range p.Queens {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, "Q<"...)
		b = strconv.AppendInt(b, int64(q.Row), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(q.Col), 10)
		b = append(b, '>')
	}
	_, err := r.w.Write(append(b, '\n'))
	return err
}

func (r *namesRenderer) Close(context.Context) error { return nil }
