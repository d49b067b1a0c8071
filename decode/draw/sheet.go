package draw

import (
	"context"
	"errors"
	"fmt"
	"html"
	"math"
	"slices"

	"queens/decode"
)

// maxSheet is the largest number of boards on a Sheet. Add returns an error for more.
const maxSheet = 1000

// ErrSheetFull is the error, wrapped by Add, for more than maxSheet boards.
var ErrSheetFull = errors.New("too many boards for one picture")

// A Sheet collects placements for one picture.
type Sheet struct {
	Columns int  // number of boards side by side; 0 makes the sheet about square
	NoText  bool // without the captions of Placement.Marked below the boards
	boards  []*decode.Placement
}

// Add adds p to the sheet, with copies of its Queens and Layers; the instance and the Marked must not
// change. If the sheet is full, the error wraps ErrSheetFull.
func (s *Sheet) Add(p *decode.Placement) error {
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

// LongestSide returns the largest number of rows or columns of a board, or 0.
func (s *Sheet) LongestSide() int {
	n := 0
	for _, p := range s.boards {
		n = max(n, p.Instance.Board().LongSide())
	}
	return n
}

// textColumns is the largest number of characters in a line of text below a board.
const textColumns = 54

// measure returns the number of boards side by side: s.Columns, but at most the number of boards. If
// s.Columns is 0, the boards fill about a square. The other results are in units of a Canvas: the largest width
// and height of a board with its frame, the distance between boards, the size of the text below boards, and the
// height of the longest text, which is 0 without texts.
func (s *Sheet) measure() (columns int, width, height, gap, textSize, textHeight float64) {
	lines := 0
	for _, p := range s.boards {
		lines = max(lines, len(s.textOf(p)))
		w, h := BoardSize(p.Instance.Board())
		width, height = max(width, w), max(height, h)
	}
	if columns = min(s.Columns, len(s.boards)); s.Columns == 0 {
		columns = min(int(math.Ceil(math.Sqrt(float64(len(s.boards))*height/width))), len(s.boards))
	}
	textSize = width / (0.55 * textColumns) // an average character is narrower than 0.55 times its size
	return columns, width, height, min(width, height) / 16, textSize, 1.3 * textSize * float64(lines)
}

// Size returns the width and height of the sheet in units of a Canvas, or zeros without boards.
func (s *Sheet) Size() (width, height float64) {
	if len(s.boards) == 0 {
		return 0, 0
	}
	columns, w, h, gap, _, textHeight := s.measure()
	rows := (len(s.boards) + columns - 1) / columns
	return float64(columns)*(w+gap) - gap, float64(rows)*(h+textHeight+gap) - gap
}

// textOf returns the lines of the caption of p.Marked, which stand below the board. It returns nil with
// NoText or without a caption.
func (s *Sheet) textOf(p *decode.Placement) []string {
	if s.NoText {
		return nil
	}
	return captionLines(p.Marked, textColumns)
}

// Draw draws the boards row by row, each in the middle of its place, and the text of each below this place. In
// SVG, each of several boards is a group with a title and a description. Draw stops early and returns the
// cause of ctx if ctx ends, or the error of the canvas.
func (s *Sheet) Draw(ctx context.Context, c Canvas, style Style) error {
	columns, width, height, gap, textSize, textHeight := s.measure()
	for i, p := range s.boards {
		x, y := float64(i%columns)*(width+gap), float64(i/columns)*(height+textHeight+gap) // of the place
		w, h := BoardSize(p.Instance.Board())
		svg, grouped := c.(svgCanvas)
		if grouped = grouped && len(s.boards) > 1; grouped { // with a title and a description for screen readers
			fmt.Fprintf(svg.w, "<g role=\"img\"><title>%d: %s</title><desc>%s</desc>\n", max(p.Number, i+1), p.Title(), html.EscapeString(p.Description()))
		}
		if err := drawBoard(ctx, c, p, style, x+(width-w)/2, y+(height-h)/2); err != nil {
			return err
		}
		for line, text := range s.textOf(p) {
			c.Text(Point{x + width/2, y + height + 1.3*textSize*(float64(line)+0.6)}, textSize, text, rgb(0))
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
		return decode.Count(len(s.boards), "board")
	}
	return s.boards[0].Title()
}
