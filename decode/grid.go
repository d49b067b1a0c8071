package decode

import (
	"bufio"
	"context"
	"strings"
)

// The formats of a grid of characters, with a blank line between boards. matrix
// has no colours: it is for programs.
var (
	textFormat    = gridFormat("text", "a grid: . Q . .", grid{queen: "Q", empty: ".", gap: " "})
	compactFormat = gridFormat("compact", "a grid without gaps: .Q..", grid{queen: "Q", empty: "."})
	matrixFormat  = gridFormat("matrix", "the values of the variables: 0 1 0 0", grid{queen: "1", empty: "0", gap: " ", plain: true})
	unicodeFormat = gridFormat("unicode", "a grid with chess symbols: · ♛ · ·", grid{queen: "♛", empty: "·", gap: " "})
)

func gridFormat(name, summary string, cells grid) Format {
	return Format{Name: name, Summary: summary, New: func(w *bufio.Writer, s Style) Renderer {
		g := cells
		g.w, g.style = w, s
		return &g
	}}
}

// A grid writes a board as lines of cells, with a blank line between boards.
type grid struct {
	w            *bufio.Writer
	style        Style
	queen, empty string // cells
	gap          string // between cells
	plain        bool   // without colours

	row     string // of empty cells, each followed by a gap
	further bool   // a board has been written
}

func (g *grid) Render(ctx context.Context, p *Placement) error {
	if g.further {
		g.w.WriteByte('\n')
	}
	g.further = true
	if g.style.Color && !g.plain {
		return g.renderColor(ctx, p)
	}
	cell := len(g.empty) + len(g.gap)
	if len(g.row) != cell*p.Instance.N {
		g.row = strings.Repeat(g.empty+g.gap, p.Instance.N)
	}
	queens := p.Queens
	for row := 1; row <= p.Instance.N; row++ {
		here, rest := cutRow(queens, row)
		queens = rest
		b := g.w.AvailableBuffer()
		passed := 0
		for _, q := range here {
			b = append(b, g.row[passed:(q.Col-1)*cell]...)
			b = append(b, g.queen...)
			b = append(b, g.gap...)
			passed = q.Col * cell
		}
		b = append(b, g.row[passed:]...)
		b = append(b[:len(b)-len(g.gap)], '\n')
		_, err := g.w.Write(b)
		if err = orEnded(ctx, err); err != nil {
			return err
		}
	}
	return nil
}

// renderColor paints the squares of a chess board behind the cells.
func (g *grid) renderColor(ctx context.Context, p *Placement) error {
	colors := newPainter(p, g.style)
	for row := 1; row <= p.Instance.N; row++ {
		for col := 1; col <= p.Instance.N; col++ {
			cell, on := g.empty, colors.at(row, col)
			if on.queen {
				cell = g.queen
			}
			if g.gap != "" {
				cell = " " + cell + " "
			}
			g.w.WriteString(on.paint(cell))
		}
		_, err := g.w.WriteString(colorsOff + "\n")
		if err = orEnded(ctx, err); err != nil {
			return err
		}
	}
	return nil
}

func (g *grid) Close(context.Context) error { return nil }
