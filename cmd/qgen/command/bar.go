package command

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"queens/cmd/internal/program"
	"queens/encode"
)

// A bar shows on a terminal how many of the clauses are written. A nil bar shows
// nothing.
type bar struct {
	status      *program.Status
	what        string // is being written
	mark        byte   // in the text, one for each clause
	done, total int64
}

// newBar returns nil unless standard error is a terminal and the user wants
// messages.
func newBar(call *program.Invocation) *bar {
	status := program.NewStatus(call.Stderr)
	if status == nil || call.Quiet {
		return nil
	}
	return &bar{status: status}
}

// expect adds the file to what is to be written.
func (b *bar) expect(f encode.File) error {
	if b == nil {
		return nil
	}
	size, err := f.Size()
	b.total += size.Clauses
	b.next(f, "")
	return err
}

// next tells what is being written now, and its name if it has one.
func (b *bar) next(f encode.File, name string) {
	if b == nil {
		return
	}
	if name != "" {
		b.what = name + " "
	}
	b.mark = '\n' // and one for each comment, which are few
	if f.Format == "lp" {
		b.mark = '=' // as long constraints take several lines
	}
}

// counting returns w, or a writer that shows how many clauses go through it.
func (b *bar) counting(w io.Writer) io.Writer {
	if b == nil {
		return w
	}
	return counted{b, w}
}

type counted struct {
	bar *bar
	w   io.Writer
}

func (c counted) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.bar.done += int64(bytes.Count(p[:n], []byte{c.bar.mark}))
	c.bar.status.Show(c.bar.line)
	return n, err
}

// line draws the bar: qgen: queens-0100.cnf [=====>    ] 58 % of 1664670 clauses.
func (b *bar) line() string {
	const width = 30
	share := 1.0
	if b.total > 0 {
		share = min(1, float64(b.done)/float64(b.total))
	}
	full := int(share * width)
	return fmt.Sprintf("qgen: %s[%-*s] %.0f %% of %d clauses", b.what, width, strings.Repeat("=", full), 100*share, b.total)
}

func (b *bar) clear() {
	if b != nil {
		b.status.Clear()
	}
}
