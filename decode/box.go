package decode

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"queens/encode"
)

// boxFormat writes a board with box-drawing characters and chess coordinates. Squares that must
// stay empty contain ×. The white queens of two armies are ♕, colours are letters, and attacked
// squares contain * with Style.Attacked:
//
//	  ┌───┬───┐
//	2 │   │   │
//	  ├───┼───┤
//	1 │   │ ♛ │
//	  └───┴───┘
//	    a   b
//
// The borders of regions are heavy lines: ┏━┳.
var boxFormat = Format{
	Name:     "box",
	Summary:  "a board with lines and coordinates: ♛ a queen, × a blocked square",
	Features: Puzzles | Columns | Numbers | Pieces | Letters | Glyphs,
	New: func(w *bufio.Writer, s Style) Renderer {
		return sideBySide(w, s, func(w *bufio.Writer, s Style) Renderer { return &boxRenderer{w: w, style: s} })
	},
}

type boxRenderer struct {
	w       *bufio.Writer
	style   Style
	further bool // a board was written before
	width   int  // of a square, in characters
}

func (r *boxRenderer) Render(ctx context.Context, p *Placement) error {
	if r.further {
		r.w.WriteByte('\n')
	}
	r.further = true
	n := p.Instance.N
	margin := len(strconv.Itoa(n)) + 1
	squares := newPainter(p, r.style)
	r.width = 3
	if p.Layers != nil {
		r.width = max(3, len(p.letter(p.Instance.Layers()-1))+2)
	}
	if squares.numbered {
		r.width = max(3, len(strconv.Itoa(n*n))+2)
	}
	if r.style.Letters && squares.regions != nil {
		squares.names = squares.regions.names()
		r.width = max(r.width, squares.regions.widest()+2)
	}
	r.rule(squares.regions, margin, n, 1)
	for row := 1; row <= n; row++ {
		rank := strconv.Itoa(n - row + 1)
		r.w.WriteString(strings.Repeat(" ", margin-1-len(rank)) + rank + " " + squares.regions.verticalLine(row, 1))
		for col := 1; col <= n; col++ {
			r.square(squares, row, col)
		}
		if err := orEnded(ctx, r.w.WriteByte('\n')); err != nil {
			return err
		}
		r.rule(squares.regions, margin, n, row+1)
	}
	if err := r.letters(margin, n); err != nil {
		return err
	}
	_, err := r.w.WriteString(p.Marked.textLines(margin + 1 + (r.width+1)*n))
	return err
}

// rule writes the horizontal line above a row. For row n+1 it writes the lower edge of the board.
func (r *boxRenderer) rule(m *regionMap, margin, n, row int) {
	r.w.WriteString(strings.Repeat(" ", margin))
	for col := 1; col <= n+1; col++ {
		r.w.WriteString(m.junction(n, row, col))
		if col <= n {
			r.w.WriteString(strings.Repeat(m.horizontalLine(row, col), r.width))
		}
	}
	r.w.WriteByte('\n')
}

// square writes a square and the vertical line at its right.
func (r *boxRenderer) square(squares *painter, row, col int) {
	s := squares.at(row, col)
	text := " "
	switch {
	case s.queen:
		text = s.symbol
	case s.forbidden, s.role == crossed:
		text = "×"
	case s.text != "":
		text = s.text
	}
	left := (r.width - utf8.RuneCountInString(text) + 1) / 2
	around := delimiters[s.role]
	text = strings.Repeat(" ", left-1) + around[0] + text + around[1] + strings.Repeat(" ", r.width-left-utf8.RuneCountInString(text)-1)
	if r.style.Color {
		text = s.paint(text) + colorsOff
	}
	r.w.WriteString(text + squares.regions.verticalLine(row, col+1))
}

// letters writes the names of the columns.
func (r *boxRenderer) letters(margin, n int) error {
	var line strings.Builder
	line.WriteString(strings.Repeat(" ", margin+1))
	for col := 1; col <= n; col++ {
		line.WriteString(fmt.Sprintf(" %-*s", r.width, columnLetters(col)))
	}
	_, err := r.w.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	return err
}

func (r *boxRenderer) Close(context.Context) error { return nil }

// columnLetters returns the name of a column, counted from 1: a to z, then aa, ab and so on.
func columnLetters(col int) string {
	name := encode.Square{Row: 1, Col: col}.Algebraic(1)
	return name[:len(name)-1]
}
