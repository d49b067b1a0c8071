package decode

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"
)

// besideGap separates boards of text that are side by side.
const besideGap = "   "

// A beside is a Renderer that writes boards of text side by side. If there are several, each
// has its number above it. It keeps the boards of one line.
type beside struct {
	w       *bufio.Writer
	style   Style
	render  func(w *bufio.Writer, s Style) Renderer // returns the renderer of one board
	waiting []textBoard                             // boards not written yet
	shown   int                                     // number of boards written
}

// A textBoard is a board as lines of text.
type textBoard struct {
	number int
	lines  []string
	width  int // number of characters of the widest line
}

// sideBySide returns the Renderer for a text format: render's own, or one that writes several
// boards side by side if s sets Columns or Width.
func sideBySide(w *bufio.Writer, s Style, render func(w *bufio.Writer, s Style) Renderer) Renderer {
	if s.Columns == 0 && s.Width == 0 {
		return render(w, s)
	}
	return &beside{w: w, style: s, render: render}
}

func (r *beside) Render(ctx context.Context, p *Placement) error {
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	if err := r.render(w, r.style).Render(ctx, p); err != nil {
		return err
	}
	w.Flush() // a bytes.Buffer returns no errors
	b := textBoard{number: r.shown + len(r.waiting) + 1, lines: strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")}
	if p.Number > 0 {
		b.number = p.Number
	}
	for _, line := range b.lines {
		b.width = max(b.width, textWidth(line))
	}
	if len(r.waiting) > 0 && len(r.waiting) == r.columns() {
		if err := r.flush(true); err != nil {
			return err
		}
	}
	if r.waiting = append(r.waiting, b); r.shown+len(r.waiting) > 1 && len(r.waiting) == r.columns() {
		return r.flush(true)
	}
	return nil
}

// columns returns the number of boards per line: Style.Columns, or the number that fits into
// Style.Width if all boards are as wide as the first waiting board, but at least 1. If
// Style.Columns is 0, a board must be waiting.
func (r *beside) columns() int {
	if r.style.Columns > 0 {
		return r.style.Columns
	}
	return max(1, (r.style.Width+len(besideGap))/(r.waiting[0].width+len(besideGap)))
}

// flush writes the waiting boards, with their numbers if several is true.
func (r *beside) flush(several bool) error {
	if r.shown > 0 {
		r.w.WriteByte('\n')
	}
	height := 0
	for i, b := range r.waiting {
		if several {
			number := fmt.Sprint(b.number)
			r.waiting[i].lines = append([]string{number}, b.lines...)
			r.waiting[i].width = max(b.width, len(number))
		}
		height = max(height, len(r.waiting[i].lines))
	}
	var err error
	for i := range height {
		err = r.line(i)
	}
	r.shown += len(r.waiting)
	r.waiting = r.waiting[:0]
	return err
}

// line writes line i of all waiting boards.
func (r *beside) line(i int) error {
	var line strings.Builder
	for k, b := range r.waiting {
		text := ""
		if i < len(b.lines) {
			text = b.lines[i]
		}
		line.WriteString(text)
		if k < len(r.waiting)-1 {
			line.WriteString(strings.Repeat(" ", b.width-textWidth(text)) + besideGap)
		}
	}
	_, err := r.w.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	return err
}

func (r *beside) Close(context.Context) error {
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
