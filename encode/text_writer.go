package encode

import (
	"bufio"
	"io"
	"strconv"
)

// A textWriter writes strings and numbers. The first error sticks: what follows
// it is dropped, and flush returns it.
type textWriter struct {
	w   *bufio.Writer
	err error
}

func newTextWriter(w io.Writer) *textWriter {
	return &textWriter{w: bufio.NewWriterSize(w, 64<<10)}
}

func (t *textWriter) string(strings ...string) {
	for _, s := range strings {
		if t.err == nil {
			_, t.err = t.w.WriteString(s)
		}
	}
}

func (t *textWriter) number(n int64) {
	if t.err == nil {
		_, t.err = t.w.Write(strconv.AppendInt(t.w.AvailableBuffer(), n, 10))
	}
}

func (t *textWriter) flush() error {
	if t.err == nil {
		t.err = t.w.Flush()
	}
	return t.err
}
