package command

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"queens/cmd/internal/program"
	"queens/encode"
)

// A bar is a progress bar on a terminal. It shows which share of the clauses of all files
// is written. A nil bar shows nothing.
type bar struct {
	status      *program.Status
	what        string // name of the file that is being written, and a space; may be empty
	mark        byte   // byte of the output that occurs once for each clause
	done, total int64  // clauses written, and to write
}

// newBar returns a bar, or nil if standard error is not a terminal or --quiet is set.
func newBar(call *program.Invocation) *bar {
	status := program.NewStatus(call.Stderr)
	if status == nil || call.Quiet {
		return nil
	}
	return &bar{status: status}
}

// expect adds the size of the file to the total. It returns an error if the instance cannot
// be encoded. A nil bar does nothing.
func (b *bar) expect(f encode.File) error {
	if b == nil {
		return nil
	}
	size, err := f.Size()
	b.total += size.Clauses
	b.next(f, "")
	return err
}

// next sets the file that is written from now on. An empty name leaves the name unchanged.
func (b *bar) next(f encode.File, name string) {
	if b == nil {
		return
	}
	if name != "" {
		b.what = name + " "
	}
	b.mark = '\n' // comments count, too, but they are few
	if f.Format == "lp" {
		b.mark = '=' // a long constraint takes several lines
	}
}

// counting returns a writer to w that counts the clauses and updates the bar, or w itself
// if b is nil.
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

// line returns the line to show; the bar between the brackets is 30 characters wide:
//
//	qgen: queens-0100-pairwise.cnf [=================             ] 58 % of 1664670 clauses
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
