package external

import (
	"context"
	"errors"
	"io"
	"os"

	"queens/dimacs"
)

var (
	errNoResult = errors.New("it wrote no result file")
	errNotAFile = errors.New("its result file is not a regular file")
	errNoModel  = errors.New("it printed no model")
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

// readFile reads the result file.
func (r *run) readFile(ctx context.Context) answer {
	f, err := openRegular(r.out)
	if err != nil {
		return answer{err: err}
	}
	defer f.Close()
	return readAnswer(ctx, f, "result file", r.task.Formula.Vars)
}

// openRegular opens a regular file and nothing else: what a solver put in its
// place, such as a FIFO or a link to a device, might block or never end.
func openRegular(name string) (*os.File, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, errNoResult
	}
	if !info.Mode().IsRegular() {
		return nil, errNotAFile
	}
	f, err := os.OpenFile(name, os.O_RDONLY|onlyFile, 0)
	if err != nil {
		return nil, errNotAFile
	}
	// It may have become another since.
	if opened, err := f.Stat(); err != nil || !os.SameFile(info, opened) {
		f.Close()
		return nil, errNotAFile
	}
	return f, nil
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
