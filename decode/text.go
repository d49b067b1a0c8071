package decode

import (
	"bufio"
	"bytes"
)

// textFormat is a grid of characters, with a blank line between boards:
//
//	. Q . .
//	. . . Q
//	Q . . .
//	. . Q .
var textFormat = Format{
	Name:    "text",
	Summary: "a grid: . Q . .",
	New:     func(w *bufio.Writer) Renderer { return &textRenderer{w: w} },
}

type textRenderer struct {
	w       *bufio.Writer
	row     []byte // of empty squares, between rows
	further bool   // a board has been written
}

func (t *textRenderer) Render(p *Placement) error {
	n := p.Instance.N
	if len(t.row) != 2*n {
		t.row = bytes.Repeat([]byte(". "), n)
		t.row[2*n-1] = '\n'
	}
	if t.further {
		t.w.WriteByte('\n')
	}
	t.further = true
	queens := p.Queens
	for row := 1; row <= n; row++ {
		here := 0
		for here < len(queens) && queens[here].Row == row {
			t.row[2*queens[here].Col-2] = 'Q'
			here++
		}
		if _, err := t.w.Write(t.row); err != nil {
			return err
		}
		for _, q := range queens[:here] {
			t.row[2*q.Col-2] = '.'
		}
		queens = queens[here:]
	}
	return nil
}

func (t *textRenderer) Close() error { return nil }
