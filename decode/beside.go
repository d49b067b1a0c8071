package decode

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"strconv"
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
	lines []string // the first is the number of the board
	width int      // number of characters of the widest line
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
	if len(r.waiting) > 0 && len(r.waiting) == r.columns() {
		if err := r.flush(true); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	if err := r.render(w, r.style).Render(ctx, p); err != nil {
		return err
	}
	w.Flush() // a bytes.Buffer returns no errors
	number := strconv.Itoa(cmp.Or(p.Number, r.shown+len(r.waiting)+1))
	b := textBoard{lines: append([]string{number}, strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")...)}
	for _, line := range b.lines {
		b.width = max(b.width, textWidth(line))
	}
	r.waiting = append(r.waiting, b)
	return nil
}

// columns returns the number of boards per line: Style.Columns, or the number that fits into
// Style.Width if all boards are as wide as the first waiting board, but at least 1.
func (r *beside) columns() int {
	return cmp.Or(r.style.Columns, max(1, (r.style.Width+len(besideGap))/(r.waiting[0].width+len(besideGap))))
}

// flush writes the waiting boards, with their numbers if several is true.
func (r *beside) flush(several bool) (err error) {
	if r.shown > 0 {
		r.w.WriteByte('\n')
	}
	first, height := 0, 0
	if !several {
		first = 1
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
