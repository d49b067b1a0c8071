package pdf

import (
	"cmp"
	"context"
	"image/color"
	"strconv"
	"strings"

	"queens/decode"
	"queens/decode/draw"
)

// Sizes on a worksheet, in points.
const (
	paperMargin = 42.0
	gap         = 24.0 // between boards
	captionSize = 10.0
	headingSize = 18.0
	footSize    = 8.0
)

var ink = color.NRGBA{A: 0xff}

// A worksheet draws puzzles on pages of paper, each with its caption below it, and then the answers
// on further pages. It keeps the puzzles until the first answer, so that it can fill each page to its
// foot. All lengths are in points.
type worksheet struct {
	canvas        *canvas
	style         draw.Style
	subject       string  // the result of Placement.Subject for the first board
	width, height float64 // of the paper
	answers       bool    // the lines have answers
	explains      bool    // the boards of the lines mark steps of an explanation
	rule          string  // that all puzzles share, at the head of each page; may be empty
	lines         []line  // not drawn yet
	pages         int     // number of pages so far
	top           float64 // upper edge of the next line of boards on the current page
}

// A line holds boards that are side by side.
type line struct {
	items              []item
	width, board, text float64 // sum of the widths with a gap after each, height of the highest board, height of the longest caption
}

// An item is a board of a line.
type item struct {
	board   draw.Sheet // with only this board
	left    float64    // distance from the left margin
	width   float64    // of the longer side of the board, before it becomes smaller
	caption []string   // lines of text
}

// size returns the height of the board if its longer side is width points long, and the number of points per unit.
func (i *item) size(width float64) (height, scale float64) {
	w, h := i.board.Size()
	return width * (h / max(w, h)), width / max(w, h)
}

// newWorksheet returns an empty worksheet on A4, or on Letter if the style has this paper. Its theme is
// print, unless the style has a theme.
func newWorksheet(c *canvas, s draw.Style, subject, rule string) *worksheet {
	s.Theme = cmp.Or(s.Theme, draw.ThemeByName("print"))
	w := &worksheet{canvas: c, style: s, subject: subject, rule: rule, width: 595.28, height: 841.89}
	if s.Paper == draw.Letter {
		w.width, w.height = 612, 792
	}
	return w
}

// room returns the width between the margins.
func (s *worksheet) room() float64 { return s.width - 2*paperMargin }

// add adds a puzzle or an answer, with its caption, to the last line of boards, or to a new line if the
// last one is full. A line has the boards that fit by Style.SheetColumns. Before the first answer after
// puzzles, and vice versa, add draws the lines so far. The errors are the errors of draw and draw.Sheet.Add.
func (s *worksheet) add(ctx context.Context, p *decode.Placement) error {
	if s.answers == p.Puzzle {
		if err := s.draw(ctx); err != nil {
			return err
		}
	}
	s.answers, s.explains = !p.Puzzle, p.Marked != nil
	columns := s.style.SheetColumns(p)
	i := item{width: max((s.room()-gap*float64(columns-1))/float64(columns), 1), board: draw.Sheet{NoText: true}} // the text is in the caption
	i.caption = s.wrap(p.Caption(s.style.Language, "%d. ", s.rule, true, strings.Clone), i.width)
	last := len(s.lines) - 1
	if last < 0 || s.lines[last].width+i.width > s.room()+1 {
		s.lines, last = append(s.lines, line{}), last+1
	}
	l := &s.lines[last]
	i.left = l.width
	l.width += i.width + gap
	err := i.board.Add(p)
	height, _ := i.size(i.width)
	l.board, l.text = max(l.board, height), max(l.text, 1.3*captionSize*float64(len(i.caption)+1))
	l.items = append(l.items, i)
	return err
}

// draw draws all lines of boards on new pages, the first with a heading, and empties s.lines. Without
// lines, it does nothing. It returns the first error of drawing a board.
func (s *worksheet) draw(ctx context.Context) error {
	for first := true; len(s.lines) > 0; first = false {
		s.page(first)
		n, scale := s.fill(s.height - paperMargin - s.top)
		for _, l := range s.lines[:n] {
			for _, i := range l.items {
				if err := s.drawItem(ctx, i, scale); err != nil {
					return err
				}
			}
			s.top += scale*l.board + l.text + gap
		}
		s.lines = s.lines[n:]
	}
	return nil
}

// fill returns the number n of lines for a page on which lines may take a height of room, and the scale of their boards.
// The scale is 1, but a first line that is too high becomes as small as it must, so n is at least 1 if there are lines.
func (s *worksheet) fill(room float64) (n int, scale float64) {
	for i, l := range s.lines {
		room -= l.board + l.text
		switch {
		case room < 0 && i == 0:
			return 1, 1 + room/l.board
		case room < 0:
			return i, 1
		}
		room -= gap
	}
	return len(s.lines), 1
}

// drawItem draws a board, scaled by a factor, with its upper edge at s.top, and its caption below it. It
// returns the error of drawing the board.
func (s *worksheet) drawItem(ctx context.Context, i item, scale float64) error {
	left := paperMargin + i.left
	height, points := i.size(i.width * scale)
	s.canvas.left, s.canvas.top, s.canvas.scale = left, s.top, points
	for number, text := range i.caption {
		s.write(left, s.top+height+1.3*captionSize*float64(number+1), captionSize, text)
	}
	return i.board.Draw(ctx, s.canvas, s.style)
}

// page starts a page, and sets s.top below its head. If first is true, the page gets a heading. A page of
// puzzles without steps gets a line for a name and a date, and the rule that all puzzles share. The foot has the first
// line of the title, or the subject, and the number of the page.
func (s *worksheet) page(first bool) {
	s.canvas.page(s.width, s.height, s.width)
	s.pages++
	number, foot := strconv.Itoa(s.pages), s.height-paperMargin/2
	s.canvas.doc.SetFontSize(footSize)
	s.write(s.width-paperMargin-s.canvas.doc.GetStringWidth(number), foot, footSize, number)
	s.write(paperMargin, foot, footSize, s.wrap(cmp.Or(s.style.Title, s.style.Language.Say(s.subject)), s.room())[0])
	s.top = paperMargin
	if first {
		s.heading()
	}
	if !s.answers && !s.explains {
		s.fields()
		if s.rule != "" {
			s.top += captionSize
			s.paragraph(s.style.Language.Say(s.rule), captionSize)
		}
	}
	if s.top > paperMargin {
		s.top += gap
	}
}

// heading writes the title of the worksheet, or its subject, or the title of the answers, as a paragraph.
func (s *worksheet) heading() {
	l := s.style.Language
	heading := cmp.Or(s.style.Title, l.Say(s.subject))
	switch {
	case s.answers && s.style.Title != "":
		heading += ": " + l.Say("answers")
	case s.answers:
		heading = l.Say("Answers")
	}
	s.paragraph(heading, headingSize)
}

// paragraph writes a text in a font size below s.top in one line or more, and moves s.top to the last line.
func (s *worksheet) paragraph(text string, size float64) {
	for _, line := range s.wrap(text, s.room()*captionSize/size) {
		s.top += 1.2 * size
		s.write(paperMargin, s.top, size, line)
	}
}

// fields writes one line with the fields for the name of a pupil and for the date, and moves s.top to it.
func (s *worksheet) fields() {
	s.top += 2 * headingSize
	const date = 400.0
	for _, field := range []struct {
		name        string
		left, right float64
	}{{s.style.Language.Say("Name"), paperMargin, date - gap}, {s.style.Language.Say("Date"), date, s.width - paperMargin}} {
		s.write(field.left, s.top, captionSize, field.name)
		name := max(30, s.canvas.doc.GetStringWidth(field.name)+6)
		s.canvas.doc.Rect(field.left+name, s.top+2, field.right-field.left-name, 0.6, "F")
	}
}

// write writes a line of black text in a font size. It starts at left and has its baseline at y.
func (s *worksheet) write(left, y, size float64, line string) {
	s.canvas.ink(ink)
	s.canvas.doc.SetTextColor(0, 0, 0)
	s.canvas.doc.SetFontSize(size)
	s.canvas.write(left, y, line)
}

// wrap divides a text at spaces into lines of at most the given width in points, in the size of captions,
// and sets this font size. A longer word has a line of its own. An empty text gives one empty line.
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
