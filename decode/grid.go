package decode

import (
	"bufio"
	"context"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The formats that write a grid of characters, with a blank line between boards. The format
// matrix is for programs: it has no colours and no puzzles.
var (
	textFormat    = gridFormat("text", "a grid: . Q . .", grid{queen: "Q", empty: ".", blocked: "x", gap: " "})
	compactFormat = gridFormat("compact", "a grid without gaps: .Q..", grid{queen: "Q", empty: ".", blocked: "x"})
	matrixFormat  = gridFormat("matrix", "the values of the variables: 0 1 0 0", grid{queen: "1", empty: "0", gap: " "})
	unicodeFormat = gridFormat("unicode", "a grid with chess symbols: · ♛ · ·", grid{queen: "♛", empty: "·", blocked: "×", gap: " "})
)

func gridFormat(name, summary string, cells grid) Format {
	render := func(w *bufio.Writer, s Style) Renderer {
		g := cells
		g.w, g.style, g.queen = w, s, s.symbol().text.Replace(g.queen)
		return &g
	}
	features := Puzzles | Columns | Letters | Glyphs
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

// A grid is a Renderer that writes a board as lines of squares, with a blank line between
// boards.
type grid struct {
	w            *bufio.Writer
	style        Style
	queen, empty string // text of a square with and without a queen
	blocked      string // text of a blocked square; "" if the format has no puzzles
	gap          string // text between squares

	row     string // a row of empty squares, each followed by a gap
	further bool   // a board was written before
}

func (g *grid) Render(ctx context.Context, p *Placement) error {
	if g.further {
		g.w.WriteByte('\n')
	}
	g.further = true
	if g.blocked != "" && (g.style.Color || g.style.Numbers || g.style.Attacked || g.style.Letters || p.Puzzle || p.Layers != nil || p.Marked != nil) {
		return g.renderSquares(ctx, p)
	}
	square := len(g.empty) + len(g.gap)
	if len(g.row) != square*p.Instance.N {
		g.row = strings.Repeat(g.empty+g.gap, p.Instance.N)
	}
	for _, here := range p.rows() {
		b := g.w.AvailableBuffer()
		passed := 0
		for _, q := range here {
			b = append(b, g.row[passed:(q.Col-1)*square]...)
			b = append(b, g.queen...)
			b = append(b, g.gap...)
			passed = q.Col * square
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

// renderSquares writes a board square by square: with the marks of a puzzle, with numbers,
// attacked squares, regions or several kinds of pieces, or in colours.
func (g *grid) renderSquares(ctx context.Context, p *Placement) error {
	squares, width := newPainter(p, g.style), 1
	if squares.numbered {
		width = len(strconv.Itoa(p.Instance.N * p.Instance.N))
	}
	if p.Layers != nil {
		width = max(width, len(p.letter(p.Instance.Layers()-1)))
	}
	if squares.regions != nil && (g.style.Letters || p.Puzzle && !g.style.Color) {
		squares.names = squares.regions.lowerCase()
		width = max(width, squares.regions.widest())
	}
	for row := 1; row <= p.Instance.N; row++ {
		for col := 1; col <= p.Instance.N; col++ {
			square, on := g.empty, squares.at(row, col)
			switch {
			case on.queen && p.Layers != nil:
				square = on.letter
			case on.queen:
				square = g.queen
			case p.Puzzle && on.forbidden, on.role == crossed:
				square = g.blocked
			case on.text != "":
				square = on.text
			}
			square = strings.Repeat(" ", width-utf8.RuneCountInString(square)) + square
			g.square(square, on, p.Marked != nil, col == p.Instance.N)
		}
		_, err := g.w.WriteString("\n")
		if err = orEnded(ctx, err); err != nil {
			return err
		}
	}
	_, err := g.w.WriteString(p.Marked.textLines((width + 2) * p.Instance.N))
	return err
}

// square writes one square. In colours, a gap is on each side of the square. On a board with a
// Marked, the delimiters of the role replace these gaps.
func (g *grid) square(text string, on coloredSquare, marked, last bool) {
	if marked && g.gap != "" {
		text = delimiters[on.role][0] + text + delimiters[on.role][1]
	}
	switch {
	case marked && g.gap != "" && g.style.Color:
		text = on.paint(text)
	case marked && g.gap != "" && last:
		text = strings.TrimRight(text, " ")
	case marked && g.gap != "":
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
