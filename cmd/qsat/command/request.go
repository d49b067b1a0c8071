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

// A request is one run of qsat. One goroutine, the search, opens the outputs, reads the
// question and finds an answer, and run reports the answer. If the search does not return
// after the end of the context, run leaves it behind. Run shuts the gate before it reports
// anything. The search must use the gate to write models, comments and lines of the proof,
// and to set question, kept, outputs.proof and outputs.files.
type request struct {
	*settings
	*gate
	call       *program.Invocation
	file       string // the name of the formula's file; "" for standard input
	start      time.Time
	parsed     time.Duration // the time until the formula was read
	question   *question     // nil before the formula is read
	header     *parts.Header // of --part; nil without it
	kept       *parts.Checkpoint
	outputs    outputs
	report     *report
	progress   *progress
	incomplete bool // the search was stopped
}

// grace is the time that a search has to return after the end of its context. The answer is
// written at most 100 ms after that.
const grace = 60 * time.Millisecond

// unread is the time that a write may take after the end of the context. After that, qsat gives up,
// because nobody seems to read the output.
const unread = time.Second

// run answers the question on the command line and writes the answer to the output. It
// returns the exit code of the answer as a program.ExitCode, or the error that prevented an
// answer. With --exit-zero, --split and --part it returns nil for an answer.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	r := &request{settings: s, gate: &gate{}, call: call, start: time.Now(), kept: &parts.Checkpoint{}}
	if err := r.check(); err != nil {
		return err
	}
	ctx, release := s.limited(ctx)
	defer release()
	to := output.Form{Name: call.Output, Default: "an answer"}
	if r.subsetFile() != "" {
		to.Name = ""
	}
	if s.cubes > 0 {
		to.Default = "icnf"
	}
	if s.json {
		to.Default = "json"
	}
	out, err := call.Create(ctx, to)
	if err != nil {
		return err
	}
	r.report, r.progress = newReport(out, s, r.gate), newProgress(r)
	tell, err := program.Watch(ctx, grace, func() (answer, error) { return r.find(ctx) })
	if _, blocked := program.Watch(ctx, unread, func() (any, error) { r.shut(); return nil, nil }); blocked != nil {
		return blocked
	}
	defer r.kept.Close()
	code, err := r.tell(ctx, tell, stopped(ctx, err))
	if err == nil {
		files := slices.DeleteFunc(r.outputs.files, func(f *output.File) bool { return !f.IsComplete() })
		err = output.CommitAll(append(files, out)...)
	}
	if err != nil {
		return err
	}
	if r.incomplete {
		r.progress.stopped(r.report.models)
	} else if err = r.kept.Remove(); err != nil {
		return err
	}
	if s.exitZero && !s.session || s.cubes > 0 || s.part.K > 0 {
		return nil
	}
	return program.ExitCode(code)
}

// limited sets the limits of --threads, --timeout and --memory. The function that it
// returns removes them.
func (s *settings) limited(ctx context.Context) (context.Context, func()) {
	ctx, release := s.Within(ctx)
	if s.threads == 0 {
		return ctx, release
	}
	s.threads = min(s.threads, runtime.NumCPU())
	// The limit also holds for the garbage collector and for searches that run at the same
	// time.
	old := runtime.GOMAXPROCS(s.threads)
	return ctx, func() {
		release()
		runtime.GOMAXPROCS(old)
	}
}

// find opens the outputs, reads the question and searches for the answer.
func (r *request) find(ctx context.Context) (tell answer, err error) {
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	q, err := r.readQuestion(ctx)
	if err != nil {
		return nil, err
	}
	if r.part.K > 0 || r.checkpoint != "" {
		err = r.deal(ctx, q)
	}
	if err == nil {
		err = r.pass(func() error {
			r.question = q
			for _, n := range slices.Backward(q.Formula.Names) {
				r.report.named[n.Var] = n.Text
			}
			if q.Formula.Soft != nil {
				r.kind, r.second = optimum, r.kind
			}
			if r.fromGraph != "" && r.proof == "" {
				r.report.w.Remark("graph not verified", "graph_not_verified", true)
			}
			return r.describe()
		})
	}
	if err == nil && q.Formula.Soft == nil {
		err = r.writeBound(ctx, q.Formula)
	}
	if err == nil {
		r.progress.searching()
		tell, err = r.kind.find(r, ctx)
	}
	return tell, q.located(err)
}

// tell reports the answer, or partial results if the search was stopped without one. It
// returns the exit code, or an error if there is no complete answer.
func (r *request) tell(ctx context.Context, tell answer, err error) (code int, failure error) {
	r.progress.clear()
	r.incomplete = err == errStopped
	switch {
	case err != nil && err != errStopped:
		return 0, err
	case err != nil && r.cubes > 0:
		return 0, context.Cause(ctx)
	case err != nil && r.part.K == 0:
		failure = r.outputs.proof.complete()
	}
	switch {
	case failure != nil:
	case tell != nil:
		code, failure = tell()
	case r.question != nil && r.question.smallest.groups != nil:
		code, failure = r.tellSubset(ctx, r.question, r.question.smallest, result{})
	case r.question != nil && r.kind.stopped != nil:
		code = r.kind.stopped(r.report, r.question)
	default:
		code = r.report.unknown()
	}
	if r.report.optimal {
		code = program.ExitOptimum
	}
	if failure == nil && r.part.K > 0 && (code == 0 || ctx.Err() != nil) {
		failure = fmt.Errorf("part %v is not complete: %v", r.part, context.Cause(ctx))
	}
	if failure != nil {
		return 0, failure
	}
	if r.question != nil && (r.stats || r.verbose) {
		r.reportStatistics()
	}
	if cause := context.Cause(ctx); errors.As(cause, new(*memory.ExceededError)) {
		r.call.Notice("%v", cause)
	}
	return code, r.report.flush()
}

// errStopped replaces every error that the end of the context has caused. The results until
// then count.
var errStopped = errors.New("stopped")

// stopped returns errStopped if the end of ctx has caused err, and err otherwise.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())) {
		return errStopped
	}
	return err
}
