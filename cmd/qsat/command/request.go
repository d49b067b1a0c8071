package command

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A request is one run of qsat. A goroutine of its own, the search, opens the outputs, reads the
// question and finds a result, which run then reports. When the context ends and the search does
// not return, run leaves it behind. Then the gate is shut: what the search shares with run, it
// changes and writes through the gate alone.
type request struct {
	*settings
	*gate
	call     *program.Invocation
	file     string // of the formula, empty for standard input
	choices  choices
	start    time.Time
	parsed   time.Duration // until the formula was read
	question *question     // nil until then
	header   *parts.Header // of --part; nil without
	kept     *parts.Checkpoint
	outputs  outputs
	report   *report
	progress *progress
}

// A result is what a search has found, also until it was stopped.
type result struct {
	sat.Answer
	count    dimacs.Count // of models
	estimate sat.Estimate
	cubes    [][]dimacs.Lit
	verified bool // the proof
}

// A kind is a kind of question. A run answers one.
type kind struct {
	flag string // that asks it
	// find searches for the result.
	find func(r *request, ctx context.Context) (result, error)
	// tell reports the result and returns the exit code. The error of the search is nil,
	// errStopped or errEnough. An error of tell is a failure.
	tell func(r *report, ctx context.Context, q *question, found result, err error) (code int, failure error)
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
	out, err := call.Create(ctx, r.choices.answer)
	if err != nil {
		return err
	}
	defer out.Abort()
	r.report, r.progress = newReport(out, s, r.gate), newProgress(r)
	defer r.progress.clear()
	found, err := program.Watch(ctx, grace, func() (result, error) { return r.find(ctx) })
	r.shut()
	defer r.kept.Close()
	code, err := r.tell(ctx, found, stopped(ctx, err))
	if err = out.CommitAfter(err); err != nil {
		return err
	}
	if r.report.incomplete {
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
func (r *request) find(ctx context.Context) (result, error) {
	defer r.abort()
	if err := r.open(ctx); err != nil {
		return result{}, err
	}
	q, err := r.readQuestion(ctx)
	if err != nil {
		return result{}, err
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
	if err != nil {
		return result{}, q.located(err)
	}
	r.progress.searching()
	found, err := r.kind.find(r, ctx)
	return found, q.located(err)
}

// tell reports what the search has found, also if it was stopped.
func (r *request) tell(ctx context.Context, found result, err error) (code int, failure error) {
	r.progress.clear()
	switch {
	case err != nil && err != errStopped && err != errEnough:
		return 0, err
	case err == errStopped && r.cubes > 0:
		return 0, context.Cause(ctx)
	case err == errStopped && r.part.K == 0:
		if err := r.outputs.proof.complete(); err != nil {
			return 0, err
		}
	}
	if r.question == nil {
		code = r.report.unknown()
	} else {
		if code, failure = r.kind.tell(r.report, ctx, r.question, found, err); failure != nil {
			return 0, failure
		}
		if r.stats || r.verbose {
			r.reportStatistics()
		}
	}
	if r.part.K > 0 && (code == 0 || ctx.Err() != nil) {
		return 0, fmt.Errorf("part %v is not complete: %v", r.part, context.Cause(ctx))
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
