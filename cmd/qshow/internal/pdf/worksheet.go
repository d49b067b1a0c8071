package pdf

import (
	"cmp"
	"context"
	"image/color"
	"strings"

	"queens/decode"
)

// Sizes on a worksheet, in points.
const (
	paperWidth, paperHeight = 595.28, 841.89 // A4
	paperMargin             = 42.0
	gap                     = 24.0 // between boards
	captionSize             = 10.0
	headingSize             = 18.0
)

var ink = color.NRGBA{A: 0xff}

// A worksheet draws puzzles on pages of A4, each with its number and question below it, and
// then the answers on further pages.
type worksheet struct {
	canvas  *canvas
	style   decode.Style
	answers bool    // the current page has answers
	pages   int     // number of pages
	left    float64 // left edge of the next board
	top     float64 // upper edge of the current line of boards
	height  float64 // height of this line, with captions
}

// add draws a puzzle or an answer, with its caption, to the right of the last board, on a new
// line, or on a new page if there is no room.
func (s *worksheet) add(ctx context.Context, p *decode.Placement) error {
	if s.pages == 0 || s.answers == p.Puzzle {
		s.answers = !p.Puzzle
		s.page(true)
	}
	columns := s.style.Columns
	switch {
	case columns > 0:
	case p.Instance.N >= decode.LargePuzzle:
		columns = 1
	case p.Puzzle:
		columns = 2
	default:
		columns = 3
	}
	const room = paperWidth - 2*paperMargin
	width := max((room-gap*float64(columns-1))/float64(columns), 1)
	caption := s.wrap(p.Caption("%d. ", true, strings.Clone), width)
	height := width + 1.3*captionSize*float64(len(caption)+1)
	if s.left+width > paperWidth-paperMargin+1 {
		s.left, s.top, s.height = paperMargin, s.top+s.height+gap, 0
	}
	if s.top+height > paperHeight-paperMargin && s.top > paperMargin {
		s.page(false)
	}
	board := decode.Sheet{NoText: true} // the text is in the caption
	if err := board.Add(p); err != nil {
		return err
	}
	side, _ := board.Size()
	s.canvas.left, s.canvas.top, s.canvas.scale = s.left, s.top, width/side
	style := s.style
	style.Theme = cmp.Or(style.Theme, decode.ThemeByName("print"))
	if err := board.Draw(ctx, s.canvas, style); err != nil {
		return err
	}
	for i, line := range caption {
		s.write(s.left, s.top+width+1.3*captionSize*float64(i+1), captionSize, line)
	}
	s.left += width + gap
	s.height = max(s.height, height)
	return nil
}

// page starts a page. The first page of puzzles and of answers gets a heading, and each page of
// puzzles a line for a name.
func (s *worksheet) page(first bool) {
	s.canvas.page(paperWidth, paperHeight, paperWidth)
	s.pages++
	s.left, s.top, s.height = paperMargin, paperMargin, 0
	if first {
		s.heading()
	}
	if !s.answers {
		s.fields()
	}
	if first || !s.answers {
		s.top += gap
	}
}

// heading writes the title of the worksheet or of the answers.
func (s *worksheet) heading() {
	heading := cmp.Or(s.style.Title, "Queens")
	switch {
	case s.answers && s.style.Title != "":
		heading += ": answers"
	case s.answers:
		heading = "Answers"
	}
	for _, line := range s.wrap(heading, (paperWidth-2*paperMargin)*captionSize/headingSize) {
		s.top += 1.2 * headingSize
		s.write(paperMargin, s.top, headingSize, line)
	}
}

// fields writes the lines for the name of a pupil and for the date.
func (s *worksheet) fields() {
	s.top += 2 * headingSize
	const date = 400.0
	for _, field := range []struct {
		name        string
		left, right float64
	}{{"Name", paperMargin, date - gap}, {"Date", date, paperWidth - paperMargin}} {
		s.write(field.left, s.top, captionSize, field.name)
		s.canvas.doc.Rect(field.left+30, s.top+2, field.right-field.left-30, 0.6, "F")
	}
}

// write writes a line of text that starts at left and has its baseline at y, in points.
func (s *worksheet) write(left, y, size float64, line string) {
	s.canvas.ink(ink)
	s.canvas.doc.SetTextColor(0, 0, 0)
	s.canvas.doc.SetFontSize(size)
	s.canvas.write(left, y, line)
}

// wrap divides a text into lines of at most the given width in points, in the size of captions.
// A longer word has a line of its own.
func (s *worksheet) wrap(text string, width float64) (lines []string) {
	s.canvas.doc.SetFontSize(captionSize)
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := line + " " + word; line != "" && s.canvas.doc.GetStringWidth(longer) <= width {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = word
	}
	return append(lines, line)
}
