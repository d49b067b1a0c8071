package command

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/output"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
)

// A request is one run of qsat. A goroutine of its own, the search, opens the outputs, reads the
// question and finds an answer, which run reports. If the search does not return when the context
// has ended, run leaves it behind. Before run reports anything it shuts the gate. The search writes
// models, comments and lines of the proof, and sets question, kept and outputs.proof, through the
// gate alone.
type request struct {
	*settings
	*gate
	call       *program.Invocation
	file       string // of the formula, empty for standard input
	start      time.Time
	parsed     time.Duration // until the formula was read
	question   *question     // nil until then
	header     *parts.Header // of --part; nil without
	kept       *parts.Checkpoint
	outputs    outputs
	report     *report
	progress   *progress
	incomplete bool // the search was stopped
}

// grace is how long a search may take to return when its context has ended. 100 ms after that the
// answer is out.
const grace = 60 * time.Millisecond

// run answers the question that the command line asks.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	r := &request{settings: s, gate: &gate{}, call: call, start: time.Now(), kept: &parts.Checkpoint{}}
	if err := r.check(); err != nil {
		return err
	}
	ctx, release := s.limited(ctx)
	defer release()
	to := output.Choice{Name: call.Output, Default: "an answer"}
	if s.cubes > 0 {
		to.Default = "icnf"
	}
	out, err := call.Create(ctx, to)
	if err != nil {
		return err
	}
	r.report, r.progress = newReport(out, s, r.gate), newProgress(r)
	tell, err := program.Watch(ctx, grace, func() (answer, error) { return r.find(ctx) })
	r.shut()
	defer r.kept.Close()
	code, err := r.tell(ctx, tell, stopped(ctx, err))
	if err = out.CommitAfter(err); err != nil {
		return err
	}
	if r.incomplete {
		r.progress.stopped(r.report.models)
	} else if err = r.kept.Remove(); err != nil {
		return err
	}
	if s.exitZero || s.cubes > 0 || s.part.K > 0 {
		return nil
	}
	return program.ExitCode(code)
}

// limited sets the limits of --threads, --timeout and --memory, until what it returns is called.
func (s *settings) limited(ctx context.Context) (context.Context, func()) {
	ctx, release := s.Within(ctx)
	if s.threads == 0 {
		return ctx, release
	}
	s.threads = min(s.threads, runtime.NumCPU())
	// for all that runs, searches next to each other and the garbage collector, too
	old := runtime.GOMAXPROCS(s.threads)
	return ctx, func() {
		release()
		runtime.GOMAXPROCS(old)
	}
}

// find opens the outputs, reads the question and searches.
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
			return r.describe()
		})
	}
	if err == nil {
		r.progress.searching()
		tell, err = r.kind.find(r, ctx)
	}
	return tell, q.located(err)
}

// tell reports the answer, or if the search was stopped without one, what is known.
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
	case r.question != nil && r.kind.stopped != nil:
		code = r.kind.stopped(r.report, r.question)
	default:
		code = r.report.unknown()
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

// errStopped stands for every end of the context: what is known counts.
var errStopped = errors.New("stopped")

// stopped returns errStopped for an error that the end of ctx has caused. The end of the address
// space leaves no time for an answer.
func stopped(ctx context.Context, err error) error {
	var exceeded *memory.ExceededError
	if errors.As(context.Cause(ctx), &exceeded) && exceeded.Of != formula.MemoryFlag {
		return err
	}
	if err != nil && ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())) {
		return errStopped
	}
	return err
}
