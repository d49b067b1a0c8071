package decode

import (
	"bufio"
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"queens/encode"
)

// The formats of a grid of characters, with a blank line between boards. matrix
// has no colours and no puzzles: it is for programs.
var (
	textFormat    = gridFormat("text", "a grid: . Q . .", grid{queen: "Q", empty: ".", blocked: "x", gap: " "})
	compactFormat = gridFormat("compact", "a grid without gaps: .Q..", grid{queen: "Q", empty: ".", blocked: "x"})
	matrixFormat  = gridFormat("matrix", "the values of the variables: 0 1 0 0", grid{queen: "1", empty: "0", gap: " "})
	unicodeFormat = gridFormat("unicode", "a grid with chess symbols: · ♛ · ·", grid{queen: "♛", empty: "·", blocked: "×", gap: " "})
)

func gridFormat(name, summary string, cells grid) Format {
	render := func(w *bufio.Writer, s Style) Renderer {
		g := cells
		g.w, g.style = w, s
		return &g
	}
	features := Puzzles | Columns
	if cells.gap != "" {
		features |= Numbers
	}
	if cells.queen == "Q" && cells.gap != "" {
		features |= Pieces
	}
	if cells.blocked == "" {
		return Format{Name: name, Summary: summary, New: render}
	}
	return Format{Name: name, Summary: summary, Features: features, New: func(w *bufio.Writer, s Style) Renderer {
		return sideBySide(w, s, render)
	}}
}

// A grid writes a board as lines of cells, with a blank line between boards.
type grid struct {
	w            *bufio.Writer
	style        Style
	queen, empty string // cells
	blocked      string // cells of a puzzle that stay empty; "" for a grid of queens alone
	gap          string // between cells

	row     string // of empty cells, each followed by a gap
	further bool   // a board has been written
}

func (g *grid) Render(ctx context.Context, p *Placement) error {
	if g.further {
		g.w.WriteByte('\n')
	}
	g.further = true
	if g.blocked != "" && (g.style.Color || g.style.Numbers || g.style.Attacked || p.Puzzle || p.Layers != nil) {
		return g.renderSquares(ctx, p)
	}
	cell := len(g.empty) + len(g.gap)
	if len(g.row) != cell*p.Instance.N {
		g.row = strings.Repeat(g.empty+g.gap, p.Instance.N)
	}
	for _, here := range p.rows() {
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

// renderSquares writes square by square: those of a puzzle, or their numbers, or in
// colours, with the squares of a chess board behind the cells.
func (g *grid) renderSquares(ctx context.Context, p *Placement) error {
	squares, width := newPainter(p, g.style), 1
	if g.style.numbered(p.Instance) {
		width = len(strconv.Itoa(p.Instance.N * p.Instance.N))
	}
	if p.Layers != nil {
		width = max(width, len(p.letter(p.Instance.Layers()-1)))
	}
	for row := 1; row <= p.Instance.N; row++ {
		for col := 1; col <= p.Instance.N; col++ {
			cell, on := g.empty, squares.at(row, col)
			switch {
			case on.queen && p.Layers != nil:
				cell = on.letter
			case on.queen:
				cell = g.queen
			case p.Puzzle && on.forbidden:
				cell = g.blocked
			case g.style.numbered(p.Instance):
				cell = strconv.Itoa(int(p.Instance.Board().Var(encode.Square{Row: row, Col: col})))
			case on.attacked != "":
				cell = on.attacked
			}
			cell = strings.Repeat(" ", width-utf8.RuneCountInString(cell)) + cell
			g.cell(cell, on, col == p.Instance.N)
		}
		_, err := g.w.WriteString("\n")
		if err = orEnded(ctx, err); err != nil {
			return err
		}
	}
	return nil
}

// cell writes one square. In colours it has its gap on both sides.
func (g *grid) cell(text string, on colored, last bool) {
	switch {
	case g.style.Color && g.gap != "":
		text = on.paint(g.gap + text + g.gap)
	case g.style.Color:
		text = on.paint(text)
	case !last:
		text += g.gap
	}
	g.w.WriteString(text)
	if g.style.Color && last {
		g.w.WriteString(colorsOff)
	}
}

func (g *grid) Close(context.Context) error { return nil }
