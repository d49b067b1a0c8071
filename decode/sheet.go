package decode

import (
	"context"
	"errors"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// maxSheet is the largest number of boards in one picture; Add returns an error for more.
const maxSheet = 1000

// ErrSheetFull is the error, wrapped by Add, for more than maxSheet boards.
var ErrSheetFull = errors.New("too many boards for one picture")

// A Sheet collects placements for one picture.
type Sheet struct {
	Columns int  // number of boards side by side; 0 makes the sheet about square
	NoText  bool // without the texts of Placement.Marked below the boards
	boards  []*Placement
}

// Add adds a copy of p to the sheet. If the sheet is full, the error wraps ErrSheetFull.
func (s *Sheet) Add(p *Placement) error {
	if len(s.boards) == maxSheet {
		return fmt.Errorf("%w: there are more than %d boards", ErrSheetFull, maxSheet)
	}
	board := *p
	board.Queens, board.Layers = slices.Clone(p.Queens), slices.Clone(p.Layers)
	s.boards = append(s.boards, &board)
	return nil
}

// Len returns the number of boards.
func (s *Sheet) Len() int { return len(s.boards) }

// LargestN returns the size of the largest board, or 0.
func (s *Sheet) LargestN() int {
	n := 0
	for _, p := range s.boards {
		n = max(n, p.Instance.N)
	}
	return n
}

// columns returns the number of boards side by side. This is s.Columns, but at most the number of
// boards. If s.Columns is 0, it is the square root of the number of boards, rounded up.
func (s *Sheet) columns() int {
	if s.Columns > 0 {
		return min(s.Columns, len(s.boards))
	}
	return int(math.Ceil(math.Sqrt(float64(len(s.boards)))))
}

// gap returns the distance between boards.
func (s *Sheet) gap() float64 { return BoardSize(s.LargestN()) / 16 }

// Size returns the width and height of the sheet in units of a Canvas.
func (s *Sheet) Size() (width, height float64) {
	if len(s.boards) == 0 {
		return 0, 0
	}
	side := BoardSize(s.LargestN())
	columns := s.columns()
	rows := (len(s.boards) + columns - 1) / columns
	return float64(columns)*(side+s.gap()) - s.gap(), float64(rows)*(side+s.textHeight()+s.gap()) - s.gap()
}

// textColumns is the largest number of characters in a line of text below a board.
const textColumns = 54

// textSize returns the size of the text below boards. An average character is narrower than 0.55
// times this size.
func (s *Sheet) textSize() float64 { return BoardSize(s.LargestN()) / (0.55 * textColumns) }

// textHeight returns the height of the place for text below each board.
func (s *Sheet) textHeight() float64 {
	lines := 0
	for _, p := range s.boards {
		lines = max(lines, len(s.textOf(p)))
	}
	return 1.3 * s.textSize() * float64(lines)
}

// textOf returns the lines of text below a board.
func (s *Sheet) textOf(p *Placement) []string {
	if s.NoText {
		return nil
	}
	return p.Marked.lines(textColumns)
}

// Draw draws the boards, each in the middle of its place. It stops early and returns the cause
// of ctx if ctx ends, or the error of the canvas.
func (s *Sheet) Draw(ctx context.Context, c Canvas, style Style) error {
	side := BoardSize(s.LargestN())
	for i, p := range s.boards {
		inset := (side - BoardSize(p.Instance.N)) / 2
		x := float64(i%s.columns())*(side+s.gap()) + inset
		y := float64(i/s.columns())*(side+s.textHeight()+s.gap()) + inset
		svg, grouped := c.(svgCanvas)
		if grouped = grouped && len(s.boards) > 1; grouped { // with a title and a description for screen readers
			fmt.Fprintf(svg.w, "<g role=\"img\"><title>%d: %s</title><desc>%s</desc>\n", max(p.Number, i+1), p.title(), html.EscapeString(p.description()))
		}
		if err := drawBoard(ctx, c, p, style, x, y); err != nil {
			return err
		}
		for line, text := range s.textOf(p) {
			middle := Point{x - inset + side/2, y - inset + side + 1.3*s.textSize()*(float64(line)+0.6)}
			c.Text(middle, s.textSize(), text, rgb(0))
		}
		if grouped {
			svg.w.WriteString("</g>\n")
		}
	}
	return c.Err()
}

// Title returns a description of the sheet: the number of boards, or the title of its only
// board.
func (s *Sheet) Title() string {
	if len(s.boards) != 1 {
		return count(len(s.boards), "board")
	}
	return s.boards[0].title()
}

// title returns a short description of the placement.
func (p *Placement) title() string { return p.rule().title(p) }

// description returns the squares of the queens, and the text of p.Marked.
func (p *Placement) description() string {
	return strings.TrimSpace(string(appendSquares(nil, p)) + " " + p.Marked.text())
}

// onBoard returns the end of a title: the size of the board.
func (p *Placement) onBoard() string {
	return fmt.Sprintf(" on a board of %d by %d", p.Instance.N, p.Instance.N)
}
