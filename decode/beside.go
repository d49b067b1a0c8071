package decode

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"
)

// besideGap is the space between boards of text side by side.
const besideGap = "   "

// A beside sets boards of text side by side, each under its number if there are
// several. It holds as many as stand in a line.
type beside struct {
	w       *bufio.Writer
	style   Style
	render  func(w *bufio.Writer, s Style) Renderer // of one board
	waiting []textBoard
	shown   int
}

// A textBoard is one that is to stand beside others.
type textBoard struct {
	number int
	lines  []string
	width  int // of the widest line, in characters
}

// sideBySide returns the renderer of a format of text for a style, whatever that
// says about boards side by side.
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
	w.Flush() // a buffer takes everything
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

// columns returns how many boards as wide as the first that waits are to stand side
// by side.
func (r *beside) columns() int {
	if r.style.Columns > 0 {
		return r.style.Columns
	}
	return max(1, (r.style.Width+len(besideGap))/(r.waiting[0].width+len(besideGap)))
}

// flush writes the boards that wait, numbered if there are several in all.
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

// line writes one line of all boards that wait.
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

// textWidth returns the number of characters of a line, without those that set
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
