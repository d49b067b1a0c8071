package command

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"queens/cmd/internal/memory"
	"queens/cmd/internal/output"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
)

// A run is one run of qsat. The search opens the outputs, reads the question, and finds an answer; then
// the run shuts the gate and reports the answer. If the search does not return soon after the end of the
// context, another goroutine shuts the gate and reports the results until then. The search must use
// the gate to write models, comments and lines of the proof, and to set question, kept, outputs.proof,
// outputs.files and reporter.soFar.
type run struct {
	*flags
	gate
	call     *program.Invocation
	file     string // the name of the formula's file; "" for standard input
	start    time.Time
	parsed   time.Duration     // the time until the formula was read
	question *question         // nil before the formula is read
	header   *parts.Header     // of --part; nil without it
	kept     *parts.Checkpoint // the file of --checkpoint; empty without it
	outputs  outputs
	out      *output.File // the answer
	reporter *reporter
	progress *progress // nil without one
	release  func()    // ends the limits of the flags
}

// grace is the time that a search has to return after the end of its context. The answer is
// written at most 100 ms after that.
const grace = 60 * time.Millisecond

// longGrace replaces grace for --simplify, because writing a formula and its map takes longer. After that, neither is
// written.
const longGrace = 10 * time.Second

// unread is the time that a write may take after grace. After that, qsat exits without an answer,
// because nobody seems to read the output.
const unread = time.Second

// run answers the question on the command line and writes the answer to the output. It returns the
// exit code of the answer as a program.ExitCode, or the error that prevented an answer. For an
// answer with --split, --part or, except for a session, --exit-zero, it returns nil.
func (f *flags) run(ctx context.Context, call *program.Invocation) error {
	r := &run{flags: f, gate: newGate(), call: call, start: time.Now(), kept: &parts.Checkpoint{}}
	kind, err := r.check()
	if err != nil {
		return err
	}
	ctx, r.release = f.limited(ctx)
	if err = r.createAnswer(ctx); err != nil {
		r.release()
		return err
	}
	r.reporter, r.progress = newReporter(r.out, r, kind), newProgress(r, kind)
	patience := grace
	if r.simplify != "" {
		patience = longGrace
	}
	call.WhenStopped(ctx, patience, func() error {
		return r.end(ctx, answer{}, errStopped, time.After(unread))
	})
	if err = r.prepare(ctx, kind); err != nil {
		return r.end(ctx, answer{}, err, nil)
	}
	a, err := r.question.kind.search(r, ctx)
	return r.end(ctx, a, r.question.located(err), nil)
}

// createAnswer opens r.out, the file of -o or standard output. With a file for the subset of --mus,
// the answer goes to standard output.
func (r *run) createAnswer(ctx context.Context) (err error) {
	to := output.Form{Name: r.call.Output, Default: "an answer"}
	if r.subsetFile() != "" {
		to.Name = ""
	}
	if r.cubes > 0 {
		to.Default = "icnf"
	}
	if r.simplify != "" {
		to.Default = "cnf"
	}
	if r.json {
		to.Default = "json"
	}
	r.out, err = r.call.Create(ctx, to)
	return err
}

// limited sets the limits of --threads, --timeout and --memory, where they are given. It returns a
// context that ends at the last two, and a function that removes the limits, which must be called. It
// lowers f.threads to the number of processors.
func (f *flags) limited(ctx context.Context) (context.Context, func()) {
	ctx, release := f.Within(ctx)
	if f.threads == 0 {
		return ctx, release
	}
	f.threads = min(f.threads, runtime.NumCPU())
	// The limit also holds for the garbage collector and for searches that run at the same
	// time.
	old := runtime.GOMAXPROCS(f.threads)
	return ctx, func() {
		release()
		runtime.GOMAXPROCS(old)
	}
}

// prepare opens the outputs and reads the question. With --part or --checkpoint, it then deals the
// cubes. It sets r.question, calls learnNames, prints the comments before the answer, and
// writes the file of --bound for linear constraints. After an error it skips the further steps. If the
// formula was read, it begins the progress also after an error, and the error passes question.located.
func (r *run) prepare(ctx context.Context, k *kind) error {
	if err := r.open(ctx); err != nil {
		return err
	}
	q, err := r.readQuestion(ctx, k)
	if q == nil {
		return err
	}
	if err == nil && (r.part.K > 0 || r.checkpoint != "") {
		err = r.deal(ctx, q)
	}
	if err == nil {
		err = r.pass(func() error {
			r.question = q
			r.reporter.learnNames(q)
			if r.fromGraph != "" && r.proof == "" {
				r.reporter.w.Remark("graph not verified", "graph_not_verified", true)
			}
			return r.describe()
		})
	}
	if err == nil && q.Formula.Soft == nil {
		err = r.writeBound(ctx, q.Formula)
	}
	r.progress.begin()
	return q.located(err)
}

// end shuts the gate, reports the answer a, or if the search was stopped, the answer so far, and
// completes the outputs. After an answer that was not stopped it removes the file of --checkpoint.
// The argument err is the error of the search, and late is for gate.shut. end returns the result of
// run, program.ErrReported if end was called before, or the cause of ctx if nobody reads the
// output.
func (r *run) end(ctx context.Context, a answer, err error, late <-chan time.Time) error {
	if err := r.shut(late); err == errUnread {
		return context.Cause(ctx)
	} else if err != nil {
		return err
	}
	defer r.release()
	defer r.kept.Close()
	err = stopped(ctx, err)
	if err == errStopped {
		a = r.reporter.soFar
		a.stopped = true
	} else if err != nil {
		return err
	}
	code, err := r.report(ctx, a)
	if err == nil {
		files := slices.DeleteFunc(r.outputs.files, func(f *output.File) bool { return !f.IsComplete() })
		err = output.CommitAll(append(files, r.out)...)
	}
	if err != nil {
		return err
	}
	if a.stopped {
		r.progress.stopped(a.models)
	} else if err = r.kept.Remove(); err != nil {
		return err
	}
	if r.exitZero && !r.session || r.cubes > 0 || r.part.K > 0 {
		return nil
	}
	return program.ExitCode(code)
}

// report reports an answer and the statistics, and returns the exit code. It returns an error if
// there is no complete answer: a model was cut off, the output failed, or --split or --part was
// stopped or has no answer.
func (r *run) report(ctx context.Context, a answer) (code int, err error) {
	r.progress.clear()
	switch {
	case a.stopped && (r.cubes > 0 || r.simplify != ""):
		return 0, context.Cause(ctx)
	case a.stopped && r.part.K == 0:
		err = r.outputs.proof.complete()
	}
	switch {
	case err != nil:
	case r.question == nil:
		code = r.reporter.unknown()
	default:
		code, err = r.question.kind.report(r.reporter, ctx, r.question, a)
	}
	if r.reporter.optimal {
		code = program.ExitOptimum
	}
	if err == nil && r.part.K > 0 && (code == 0 || ctx.Err() != nil) {
		err = fmt.Errorf("part %v is not complete: %v", r.part, context.Cause(ctx))
	}
	if err != nil {
		return 0, err
	}
	if r.question != nil && (r.stats || r.verbose) {
		r.reportStatistics()
	}
	if cause := context.Cause(ctx); errors.As(cause, new(*memory.ExceededError)) {
		r.call.Notice("%v", cause)
	}
	return code, r.reporter.flush()
}

// errStopped replaces every error that the end of the context has caused. The results until
// then are the answer. errUnread is the error of a gate that could not be shut.
var (
	errStopped = errors.New("stopped")
	errUnread  = errors.New("the output is not read")
)

// stopped returns errStopped if the end of ctx has caused err, and err otherwise, which may be nil.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())) {
		return errStopped
	}
	return err
}
