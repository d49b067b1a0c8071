package command

import (
	"context"
	"crypto/sha256"
	"hash"
	"time"

	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
)

// outputs holds the files that the search writes. A file without a flag is nil. Files that create
// has opened get their names together with the answer. Package opened removes files that are not
// complete.
type outputs struct {
	proof       *proofFile
	mapped      *output.File   // of --map with --simplify
	graph       *output.File   // of --graph
	bound       *output.File   // of --bound
	subset      *output.File   // of --mus with -o
	certificate *output.File   // the certificate of a count, in the file of --proof
	digest      hash.Hash      // of the certificate of a part; nil without a certificate
	files       []*output.File // the files that create has opened
}

// create opens an output that gets its name together with the answer, if it is complete then, and
// adds it to r.outputs.files.
func (r *run) create(ctx context.Context, to output.Form) (*output.File, error) {
	f, err := r.call.Create(ctx, to)
	if err == nil {
		err = r.pass(func() error { r.outputs.files = append(r.outputs.files, f); return nil })
	}
	return f, err
}

// certifies reports whether --proof is the certificate of a count or of --certificate, and not a DRAT proof.
func (f *flags) certifies() bool { return (f.count || f.other != "") && f.proof != "" }

// open creates the outputs of all flags except -o for the answer, and sets r.outputs. It is called
// before the formula is read, so that a wrong name is an error at once. It also refuses outputs
// that are files of the --solver command, and makes that command check its models by checkModel.
func (r *run) open(ctx context.Context) (err error) {
	if r.external != nil {
		r.external.Doubt, r.external.Check = func(err error) { r.call.Notice("%v", err) }, checkModel
		for _, file := range r.external.Files() {
			if err := opened.From(ctx).InputPath(file); err != nil {
				return err
			}
		}
	}
	if !r.certifies() {
		err = r.createProof(ctx)
	}
	if err == nil && r.subsetFile() != "" {
		r.outputs.subset, err = r.call.Create(ctx, output.Form{Name: r.subsetFile(), Default: "cnf", Ending: "cnf"})
	}
	if err == nil && r.graph != "" {
		r.outputs.graph, err = r.create(ctx, output.Form{Name: r.graph, Default: "a graph", Ending: "nnf"})
	}
	if err == nil && r.simplify != "" {
		r.outputs.mapped, err = r.create(ctx, output.Form{Name: r.mapped, Default: "a map", Ending: "map"})
	}
	if err == nil && r.bound != "" {
		r.outputs.bound, err = r.call.Create(ctx, output.Form{Name: r.bound, Default: "cnf"})
	}
	if err == nil && r.certifies() {
		r.outputs.digest = sha256.New()
		to := output.Form{Name: r.proof, Default: "a certificate", Ending: "cpog"}
		if r.other != "" {
			to.Formats = []string{lrat}
		}
		r.outputs.certificate, err = r.create(ctx, to)
	}
	return err
}

// A gate lies between a search and its outputs: models, lines of a proof, and partial
// results. After it is shut, nothing passes. So a search that was left behind writes no
// incomplete line, and nothing after the status. While no write is running, the channel holds one
// value: whether the gate is open.
type gate chan bool

func newGate() gate {
	g := make(gate, 1)
	g <- true
	return g
}

// pass calls write and returns its error, or returns errStopped if the gate is shut. Only
// one write runs at a time.
func (g gate) pass(write func() error) error {
	open := <-g
	defer func() { g <- open }()
	if !open {
		return errStopped
	}
	return write()
}

// shut waits for the end of a running write, and then shuts the gate, so that later calls of pass
// return errStopped. If the gate is shut already, the error is program.ErrReported. If the write
// has not ended when a value arrives from late, the gate stays open and the error is errUnread. If
// late is nil, shut waits without a limit.
func (g gate) shut(late <-chan time.Time) error {
	select {
	case open := <-g:
		g <- false
		if !open {
			return program.ErrReported
		}
		return nil
	case <-late:
		return errUnread
	}
}
