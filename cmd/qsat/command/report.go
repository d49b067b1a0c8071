package command

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"sync"
	"time"

	"queens/cmd/internal/parts"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
)

// A report prints answers. Its methods return the exit code where they
// complete one.
type report struct {
	mu         sync.Mutex // held while w is in use and flushing is not nil
	w          *dimacs.ResultWriter
	flushing   *time.Timer // nil until the first of several models, and when there are no more
	noModel    bool
	assumed    bool              // failed assumptions are to be named
	core       bool              // and none of them is to be one that can be left out
	verified   bool              // the proof was
	drawn      bool              // models are samples
	incomplete bool              // the search was cut off
	part       *parts.Header     // what the result is part of; nil if it is the whole
	clear      func()            // removes a line on how far the search is
	stopped    func()            // tells after the answer how far the search was when it was cut off
	models     int64             // printed so far
	kept       *parts.Checkpoint // what the count goes on from; nil without
	lits       []dimacs.Lit
}

func newReport(w io.Writer, noModel bool) *report {
	return &report{w: dimacs.NewResultWriter(w), noModel: noModel, clear: func() {}, stopped: func() {}}
}

// flush writes out all that was reported. Nothing may be reported after it.
func (r *report) flush() error {
	r.endFlushing()
	return r.w.Flush()
}

// describe forwards the comments for the program that draws the board.
func (r *report) describe(q *question) {
	for _, c := range boardComments(q.Formula) {
		r.w.Comment(c.Key, c.Value)
	}
}

// boardComments returns what the comments of a queens instance say, and nothing
// that they do not.
func boardComments(f *dimacs.Formula) []dimacs.Comment {
	in, err := encode.ParseComments(f.Comments)
	if err != nil || in.N == 0 {
		return nil // somebody else's comments
	}
	said := map[string]bool{}
	for _, c := range f.Comments {
		said[c.Key] = true
	}
	return slices.DeleteFunc(in.Comments(), func(c dimacs.Comment) bool { return !said[c.Key] })
}

// unknown reports that nothing is known.
func (r *report) unknown() int {
	r.incomplete = true
	r.w.Status(dimacs.Unknown)
	return 0
}

// unsatisfiable reports that there is no model, and which assumptions have failed.
func (r *report) unsatisfiable(a sat.Answer) int {
	if r.assumed {
		text := []byte("failed ")
		for _, l := range a.Failed {
			text = append(strconv.AppendInt(text, int64(l), 10), ' ')
		}
		r.w.CommentText(string(text) + "0")
		if r.core && !a.Minimal {
			r.w.CommentText("core not minimal")
		}
	}
	r.sayVerified()
	r.w.Status(dimacs.Unsatisfiable)
	return exitUnsatisfiable
}

// sayVerified says that the proof was, if it was.
func (r *report) sayVerified() {
	if r.verified {
		r.w.CommentText("proof verified")
	}
}

// single reports the answer to the question for one model, which err says was
// not found. Its error may be that of a model cut off, see values.
func (r *report) single(ctx context.Context, a sat.Answer, vars int, err error) (int, error) {
	r.clear()
	switch {
	case err == errStopped || err == nil && a.Status == dimacs.Unknown:
		r.unknown()
		r.incomplete = err == errStopped // the solver of --solver may know no answer, too
		return 0, nil
	case err != nil:
		return 0, err
	case a.Status == dimacs.Unsatisfiable:
		return r.unsatisfiable(a), nil
	}
	r.w.Status(a.Status)
	return exitSatisfiable, r.values(ctx, a.Model, vars, func(i int) int { return i + 1 })
}

// model reports one of several models, within flushEvery. If ctx has ended, it
// does not begin a large one but returns errStopped.
func (r *report) model(ctx context.Context, q *question, a *dimacs.Assignment) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if q.NumProjected() > shortModel && !r.noModel && ctx.Err() != nil {
		return errStopped
	}
	if r.models == 0 {
		r.w.Status(dimacs.Satisfiable)
	}
	r.models++
	if err := r.values(ctx, a, q.NumProjected(), q.Projected); err != nil {
		return err
	}
	if r.models == 1 {
		r.flushing = time.AfterFunc(flushEvery, r.keepFlushing)
		return r.w.Flush()
	}
	return r.w.Err()
}

// flushEvery is how long a model may wait to be printed with later ones. A
// flush for each would take longer than to find it.
const flushEvery = 10 * time.Millisecond

// keepFlushing flushes, and again after flushEvery.
func (r *report) keepFlushing() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.flushing != nil {
		r.w.Flush()
		r.flushing.Reset(flushEvery)
	}
}

// endFlushing makes w belong to the caller alone.
func (r *report) endFlushing() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.flushing != nil {
		r.flushing.Stop()
		r.flushing = nil
	}
}

// values prints the values of n variables. A model of more than shortModel
// variables is cut off, without its 0, when ctx ends or nobody takes it any more.
// As part of a model is no answer, that is a failure, also where a signal was
// the cause.
func (r *report) values(ctx context.Context, a *dimacs.Assignment, n int, variable func(i int) int) error {
	if r.noModel {
		return nil
	}
	r.w.BeginModel()
	for i := 0; i < n; {
		if r.w.Err() != nil {
			return r.w.Err()
		}
		if i >= shortModel && ctx.Err() != nil {
			return fmt.Errorf("the model is cut off after %d of %d variables: %v", i, n, context.Cause(ctx))
		}
		r.lits = r.lits[:0]
		for ; i < n && len(r.lits) < valuesAtOnce; i++ {
			r.lits = append(r.lits, a.Lit(variable(i)))
		}
		r.w.Values(r.lits)
	}
	r.w.EndModel()
	return r.w.Err()
}

const (
	// valuesAtOnce bounds the memory that printing a model takes.
	valuesAtOnce = 1 << 12
	// shortModel is the number of variables that are printed within some
	// milliseconds, which a model that was found in time is given.
	shortModel = 1 << 17
)

// enumerated reports how an enumeration has ended: err is errStopped, errEnough or nil. If
// there was no model, the assumptions that have failed are those of a.
func (r *report) enumerated(a sat.Answer, err error) int {
	r.clear()
	r.endFlushing()
	n := dimacs.Count{M: big.NewInt(r.models)}
	r.incomplete = err == errStopped
	switch {
	case r.models > 0:
		r.sayVerified()
		if r.drawn {
			r.w.Samples(r.models, err != nil)
		} else {
			r.w.Models(n, err != nil)
		}
		return exitSatisfiable
	case err != nil:
		return r.unknown()
	}
	return r.unsatisfiable(a)
}

// counted reports the number of models, or the sum of their weights, or that it is
// incomplete.
func (r *report) counted(q *question, a sat.Answer, n dimacs.Count, incomplete bool) int {
	r.clear()
	r.incomplete = incomplete
	weighted := q.Weighted()
	switch {
	case incomplete && weighted:
		return r.unknown()
	case incomplete:
		r.w.Status(dimacs.Unknown)
		r.w.Models(n, true)
		return 0
	}
	code := exitSatisfiable
	if a.Status == dimacs.Unsatisfiable {
		code = r.unsatisfiable(a)
	} else {
		r.sayVerified()
		r.w.Status(dimacs.Satisfiable)
	}
	if weighted {
		r.w.CountWeighted(q.projects, n.Rat())
	} else {
		r.w.Count(q.projects, n)
	}
	return code
}
