package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"queens/cmd/internal/program"
	"queens/cmd/internal/terminal"
	"queens/encode"
)

// A bar shows on a terminal how much of the bytes is written. A nil bar shows
// nothing.
type bar struct {
	status      *terminal.Status
	what        string // is being written
	done, total int64
}

// newBar returns nil unless standard error is a terminal and the user wants
// messages.
func newBar(call *program.Invocation) *bar {
	status := terminal.NewStatus(call.Stderr)
	if status == nil || call.Quiet {
		return nil
	}
	return &bar{status: status}
}

// expect adds the documents to what is to be written.
func (b *bar) expect(ctx context.Context, documents ...encode.Document) error {
	if b == nil {
		return nil
	}
	for _, d := range documents {
		n, err := d.Bytes(ctx)
		if err != nil {
			return err
		}
		b.total += n
	}
	return nil
}

// name says what is being written now.
func (b *bar) name(what string) {
	if b != nil {
		b.what = what + " "
	}
}

// counting returns w, or a writer that shows what goes through it.
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
	c.bar.done += int64(n)
	c.bar.status.Show(c.bar.line)
	return n, err
}

// line draws the bar: qgen: queens-0100.cnf [=====>    ] 58 % of 25.4 MB.
func (b *bar) line() string {
	const width = 30
	part := 1.0
	if b.total > 0 {
		part = min(1, float64(b.done)/float64(b.total))
	}
	full := int(part * width)
	return fmt.Sprintf("qgen: %s[%-*s] %.0f %% of %s", b.what, width, strings.Repeat("=", full), 100*part, megabytes(b.total))
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

func (b *bar) clear() {
	if b != nil {
		b.status.Clear()
	}
}
