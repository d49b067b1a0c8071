package external

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"queens/dimacs"
)

// An answer is what a solver said.
type answer struct {
	status  dimacs.Status
	model   dimacs.Assignment // the first
	printed bool              // there was a model
	err     error             // the text is no answer
}

// readAnswer reads the first model and the status. The model is that of
// variables up to vars, so its memory is that of the formula's, whatever the
// text names.
func readAnswer(ctx context.Context, from io.Reader, name string, vars int) answer {
	result := dimacs.NewResultReader(stoppable{ctx, from}, name)
	model, err := result.Read()
	a := answer{printed: err == nil}
	for _, l := range model {
		if l.Var() <= vars {
			a.model.SetLit(l)
		}
	}
	for err == nil {
		_, err = result.Read()
	}
	if err != io.EOF {
		return answer{printed: a.printed, err: err}
	}
	a.status = result.Status()
	return a
}

// readFile reads a result file, if it is a regular file: what a solver put in its
// place, such as a FIFO or a link to a device, might block or never end.
func readFile(ctx context.Context, name string, vars int) answer {
	info, err := os.Lstat(name)
	if err != nil {
		return answer{err: errors.New("it wrote no result file")}
	}
	if info.Mode().IsRegular() {
		if f, err := os.OpenFile(name, os.O_RDONLY|onlyFile, 0); err == nil {
			defer f.Close()
			if opened, err := f.Stat(); err == nil && os.SameFile(info, opened) { // still
				return readAnswer(ctx, f, "result file", vars)
			}
		}
	}
	return answer{err: errors.New("its result file is not a regular file")}
}

// A stoppable reader ends when its context does.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx)
	}
	return s.r.Read(p)
}

// tailSize is how many bytes of a solver's messages are kept.
const tailSize = 1 << 12

// A tail keeps the last bytes written to it.
type tail struct{ kept []byte }

// Write keeps p, or the end of it. It never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p[max(0, len(p)-tailSize):]...)
	t.kept = t.kept[max(0, len(t.kept)-tailSize):]
	return len(p), nil
}

// String returns the last line kept, with what is not printable escaped.
func (t *tail) String() string {
	text := strings.TrimSpace(string(t.kept))
	text = text[strings.LastIndexByte(text, '\n')+1:]
	quoted := strconv.Quote(text)
	return quoted[1 : len(quoted)-1]
}
