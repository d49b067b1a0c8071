package draw

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"queens/decode"
)

// The formats that write a board as several lines of text. The format matrix is for programs: it has no
// colours and no puzzles.
var (
	textFormat    = gridFormat("text", "a grid: . Q . .", Numbers|Pieces, cells{queen: "Q", empty: ".", blocked: "x", gap: " "})
	compactFormat = gridFormat("compact", "a grid without gaps: .Q..", Mixtures, cells{queen: "Q", empty: ".", blocked: "x"})
	matrixFormat  = textualFormat("matrix", "the values of the variables: 0 1 0 0", 0, cells{queen: "1", empty: "0", gap: " "}.drawPlain)
	unicodeFormat = gridFormat("unicode", "a grid with chess symbols: · ♛ · ·", Numbers|Mixtures, cells{queen: "♛", empty: "·", blocked: "×", gap: " "})
	boxFormat     = textualFormat("box", "a board with lines and coordinates: ♛ a queen, × a blocked square", Numbers|Pieces|gridFeatures, drawBox)
)

// gridFeatures holds the features of all grids and of the format box.
const gridFeatures = Puzzles | Columns | Letters | Glyphs

// gridFormat returns a format that writes a board by cells.draw.
func gridFormat(name, summary string, features Feature, c cells) Format {
	return textualFormat(name, summary, features|gridFeatures, c.draw)
}

// A drawing writes a board as lines of text. It returns the cause of ctx if ctx ends early, or the error of w.
type drawing func(ctx context.Context, w *bufio.Writer, p *decode.Placement, s Style) error

// textualFormat returns a format that writes each board by draw. It ignores Style.Columns and Style.Width
// without the feature Columns.
func textualFormat(name, summary string, features Feature, draw drawing) Format {
	return Format{name, summary, features, func(w *bufio.Writer, s Style) Renderer {
		if features&Columns == 0 {
			s.Columns, s.Width = 0, 0
		}
		return &textRenderer{w: w, style: s, draw: draw}
	}}
}

// cells are the texts of the squares of a grid.
type cells struct {
	queen          string // Q, ♛ or another text for all pieces; "" means the symbols of the format box
	empty, blocked string
	gap            string // text between squares
}

// draw writes a board as a grid of characters, and the caption of p.Marked below it. It is a drawing. The
// names of regions are on empty squares with Style.Letters, and in a puzzle without Style.Color. With a
// Marked, delimiters around each square replace the gap, unless c.gap is empty.
func (c cells) draw(ctx context.Context, w *bufio.Writer, p *decode.Placement, s Style) error {
	if !s.Color && !s.Numbers && !s.Attacked && !s.Letters && !p.Puzzle && p.Layers == nil && p.Marked == nil {
		return c.drawPlain(ctx, w, p, s)
	}
	var names []string
	if p.Instance.Regions != nil && (s.Letters || p.Puzzle && !s.Color) {
		names = lowerCase(p.Instance.Regions)
	}
	squares, columns := newPainter(p, s, c, names), p.Instance.Board().Width()
	for row := 1; row <= p.Instance.N; row++ {
		for col := 1; col <= columns; col++ {
			on, left, right := squares.at(row, col), "", c.gap
			switch {
			case p.Marked != nil && c.gap != "":
				left, right = delimiters[on.role][0], delimiters[on.role][1]
			case s.Color:
				left = c.gap
			}
			text := left + strings.Repeat(" ", squares.width-utf8.RuneCountInString(on.text)) + on.text + right
			switch {
			case s.Color:
				text = on.paint(text)
			case col == columns:
				text = strings.TrimRight(text, " ")
			}
			w.WriteString(text)
		}
		if s.Color {
			w.WriteString(colorsOff)
		}
		if err := orEnded(ctx, w.WriteByte('\n')); err != nil {
			return err
		}
	}
	_, err := w.WriteString(captionBelow(p.Marked, (squares.width+2)*columns))
	return err
}

// drawPlain writes the queens of a board as a grid of characters, and nothing else. It is a drawing.
func (c cells) drawPlain(ctx context.Context, w *bufio.Writer, p *decode.Placement, s Style) error {
	letter, symbol := p.Look(0)
	queen, square := s.symbol().textOf(c.queen, letter, symbol)+c.gap, len(c.empty)+len(c.gap)
	empty := strings.Repeat(c.empty+c.gap, p.Instance.Board().Width())
	for _, here := range p.Rows() {
		b, passed := w.AvailableBuffer(), 0
		for _, q := range here {
			b = append(append(b, empty[passed:(q.Col-1)*square]...), queen...)
			passed = q.Col * square
		}
		b = append(b, empty[passed:]...)
		_, err := w.Write(append(b[:len(b)-len(c.gap)], '\n'))
		if err = orEnded(ctx, err); err != nil {
			return err
		}
	}
	return nil
}

// A textRenderer writes boards with a blank line between them or, if its style sets Columns or Width, side by
// side with a number above each board. A single board has no number.
type textRenderer struct {
	w       *bufio.Writer
	style   Style
	draw    drawing
	waiting []textBoard // the boards of the next line, which are not written yet
	shown   int         // number of boards written
}

// A textBoard is a board as lines of text.
type textBoard struct {
	lines []string // the first is its number
	width int      // number of characters of the widest line
}

// besideGap is the text between boards that are side by side.
const besideGap = "   "

func (r *textRenderer) Render(ctx context.Context, p *decode.Placement) error {
	if r.style.Columns == 0 && r.style.Width == 0 {
		if r.shown > 0 {
			r.w.WriteByte('\n')
		}
		r.shown++
		return r.draw(ctx, r.w, p, r.style)
	}
	if len(r.waiting) > 0 && len(r.waiting) == r.columns() {
		if err := r.flush(true); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	fmt.Fprintln(w, cmp.Or(p.Number, r.shown+len(r.waiting)+1))
	if err := r.draw(ctx, w, p, r.style); err != nil {
		return err
	}
	w.Flush() // a bytes.Buffer returns no errors
	b := textBoard{lines: strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")}
	for _, line := range b.lines {
		b.width = max(b.width, textWidth(line))
	}
	r.waiting = append(r.waiting, b)
	return nil
}

// columns returns the number of boards per line: Style.Columns, or the number that fits into
// Style.Width if all boards are as wide as the first waiting board, but at least 1. A board must be waiting.
func (r *textRenderer) columns() int {
	return cmp.Or(r.style.Columns, max(1, (r.style.Width+len(besideGap))/(r.waiting[0].width+len(besideGap))))
}

// flush writes the waiting boards side by side, with their numbers if numbered is true, and empties
// r.waiting. A blank line separates them from boards written before. The error is an error of r.w.
func (r *textRenderer) flush(numbered bool) (err error) {
	if r.shown > 0 {
		r.w.WriteByte('\n')
	}
	first, height := 1, 0
	if numbered {
		first = 0
	}
	for _, b := range r.waiting {
		height = max(height, len(b.lines))
	}
	for i := first; i < height; i++ {
		line := ""
		for _, b := range r.waiting {
			text := ""
			if i < len(b.lines) {
				text = b.lines[i]
			}
			line += text + strings.Repeat(" ", b.width-textWidth(text)) + besideGap
		}
		_, err = r.w.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	r.shown += len(r.waiting)
	r.waiting = r.waiting[:0]
	return err
}

func (r *textRenderer) Close(context.Context) error {
	if len(r.waiting) == 0 {
		return nil
	}
	return r.flush(r.shown > 0 || len(r.waiting) > 1)
}

// textWidth returns the number of characters of a line, without the escape sequences for
// colours.
func textWidth(line string) int {
	width := 0
	for line != "" {
		text, rest, _ := strings.Cut(line, "\x1b[")
		width += utf8.RuneCountInString(text)
		_, line, _ = strings.Cut(rest, "m")
	}
	return width
}

// delimiters holds the characters before and after a square in text formats, indexed by role.
var delimiters = [...][2]string{unmarked: {" ", " "}, looked: {"(", ")"}, crossed: {"[", "]"}, crowned: {"[", "]"}}

// captionLines divides the caption of m at blanks into lines of at most width characters. A longer word gets a
// line of its own. It returns nil for a nil Marked and for an empty caption.
func captionLines(m *decode.Marked, width int) (lines []string) {
	for word := range strings.FieldsSeq(m.Caption()) {
		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// captionBelow returns the caption of m below a board of text that is width characters wide, or "". It divides
// the caption into lines of at most width or 40 characters, whichever is larger; see captionLines.
func captionBelow(m *decode.Marked, width int) string {
	const narrow = 40
	var b strings.Builder
	for _, line := range captionLines(m, max(width, narrow)) {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// drawBox is a drawing that writes a board with box-drawing characters and chess coordinates, and the
// caption of p.Marked below it. Empty squares that must stay empty contain ×. The white queens of two
// armies are ♕, and colours are letters. With Style.Attacked, other attacked squares contain *, or w or b if
// only the white or only the black army attacks them, unless Style.Numbers puts a number there. With
// Style.Letters, other empty squares contain the name of their region. Delimiters surround the squares of
// p.Marked. For the order of precedence, see painter.at. The Symbol of the style may replace ♛, ♕ and *:
//
//	  ┌───┬───┐
//	2 │   │   │
//	  ├───┼───┤
//	1 │   │ ♛ │
//	  └───┴───┘
//	    a   b
//
// The borders of regions are heavy lines: ┏━┳.
func drawBox(ctx context.Context, w *bufio.Writer, p *decode.Placement, s Style) error {
	var names []string
	if p.Instance.Regions != nil && s.Letters {
		names = RegionNames(p.Instance.Regions)
	}
	squares, b := newPainter(p, s, cells{empty: " ", blocked: "×"}, names), p.Instance.Board()
	margin, width, regions := len(strconv.Itoa(b.N)), squares.width+2, squares.regions
	for row := 1; row <= b.N+1; row++ {
		fmt.Fprintf(w, "%*s", margin+1, "")
		for col := 1; col <= b.Width()+1; col++ {
			w.WriteString(regions.junction(b, row, col))
			if col <= b.Width() {
				w.WriteString(strings.Repeat(regions.horizontalLine(row, col), width))
			}
		}
		w.WriteByte('\n')
		if row > b.N {
			break
		}
		fmt.Fprintf(w, "%*d %s", margin, b.N-row+1, regions.verticalLine(row, 1))
		for col := 1; col <= b.Width(); col++ {
			on := squares.at(row, col)
			space := width - utf8.RuneCountInString(on.text)
			left, around := (space+1)/2-1, delimiters[on.role]
			text := strings.Repeat(" ", left) + around[0] + on.text + around[1] + strings.Repeat(" ", space-left-2)
			if s.Color {
				text = on.paint(text) + colorsOff
			}
			w.WriteString(text + regions.verticalLine(row, col+1))
		}
		if err := orEnded(ctx, w.WriteByte('\n')); err != nil {
			return err
		}
	}
	columns := strings.Repeat(" ", margin+2)
	for col := 1; col <= b.Width(); col++ {
		columns += fmt.Sprintf(" %-*s", width, decode.ColumnLetters(col))
	}
	_, err := w.WriteString(strings.TrimRight(columns, " ") + "\n" + captionBelow(p.Marked, margin+2+(width+1)*b.Width()))
	return err
}
