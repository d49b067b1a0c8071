package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"queens/cmd/internal/signals"
)

// echo is the time after the first signal in which another signal counts as a repetition. Programs such
// as timeout send a signal to a process and to its group, so it arrives twice.
const echo = 500 * time.Millisecond

// A signalError is the cause of a context that a signal ended.
type signalError struct{ Signal os.Signal }

func (e *signalError) Error() string { return fmt.Sprintf("stopped by a signal: %v", e.Signal) }

// Is reports true for context.Canceled, because the error of the context is context.Canceled.
func (e *signalError) Is(target error) bool { return target == context.Canceled }

// ExitCode returns 128 plus the number of the signal, as shells do.
func (e *signalError) ExitCode() int { return 128 + int(e.Signal.(syscall.Signal)) }

// isLimit reports whether the signal announces a time limit of the system.
func (e *signalError) isLimit() bool { return slices.Contains(limitSignals, e.Signal) }

// Signals with the same number on all systems; package syscall does not name them for js.
const sighup, sigpipe = syscall.Signal(1), syscall.Signal(13)

// stopSignals are the signals that ask a program to stop.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, sighup}

// withSignals returns a context that ends at the first signal of stopSignals or limitSignals, with a
// *signalError as its cause. At a second such signal, unless it is a repetition within echo or a limit,
// it calls clean and ends the process. At a signal of fatalSignals, it calls clean and ends the process
// at once, except at SIGPIPE if heed ignores it. After SIGINT, it ignores SIGPIPE. The limit of
// heedCPULimit counts as a signal. SIGINT and fatal signals then have their default effect; for other
// signals the exit code is 128 plus their number. A signal of stopSignals or limitSignals stays ignored
// if it was ignored at the start, as SIGHUP under nohup.
func withSignals(ctx context.Context, clean func()) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	caught := make(chan os.Signal, 8) // several signals may arrive at once
	heeded := slices.DeleteFunc(slices.Concat(stopSignals, limitSignals), signal.Ignored)
	for _, s := range slices.Concat(heeded, fatalSignals) {
		signals.Notify(caught, s)
	}
	go heed(caught, func(e *signalError) {
		if e.Signal == os.Interrupt {
			signal.Ignore(sigpipe) // the rest of the pipeline may be gone, and SIGPIPE would then end the process instead of SIGINT
		}
		cancel(e)
	}, func(e *signalError) {
		clean()
		if e.Signal == os.Interrupt || slices.Contains(fatalSignals, e.Signal) {
			dieOf(e.Signal)
		}
		os.Exit(e.ExitCode())
	})
	go heedCPULimit(caught)
	return ctx
}

// heed calls first with the first signal that is not fatal. It calls end with a fatal signal, and with a
// later signal unless it is a repetition within echo or a limit, which the system repeats by itself. It
// ignores SIGPIPE unless the reader of standard output or standard error is gone. It returns when caught is
// closed.
func heed(caught <-chan os.Signal, first, end func(*signalError)) {
	var told time.Time
	for s := range caught {
		e := &signalError{s}
		switch {
		case s == sigpipe && !isReaderGone(): // the write to another pipe returns an error
		case slices.Contains(fatalSignals, s):
			end(e)
		case told.IsZero():
			first(e)
			told = time.Now()
		case time.Since(told) > echo && !e.isLimit():
			end(e)
		}
	}
}

// grace is the time that an action has to return after the end of its context. It is long enough,
// even on a busy machine, to print an answer or to write a manifest.
const grace = 10 * time.Second

// ErrReported is the error of an action, or of the function instead of WhenStopped, if another goroutine
// reports the result of the run: the function instead, or the action.
var ErrReported = errors.New("another goroutine reports the result")

// A stop says how to end the run: if the action has not returned within grace after the end of
// ctx, call instead. It holds the arguments of WhenStopped or, before WhenStopped is called, the
// context of the run, the constant grace and no function.
type stop struct {
	ctx     context.Context
	grace   time.Duration
	instead func() error // nil before WhenStopped is called
}

// WhenStopped sets the function to call if the action has not returned within grace after the end of ctx,
// which is derived from the context of the action. Another goroutine then calls instead, whose error becomes
// the error of the run, unless it is ErrReported or the action has returned first. WhenStopped may be called
// once.
func (in *Invocation) WhenStopped(ctx context.Context, grace time.Duration, instead func() error) {
	in.stops <- stop{ctx, grace, instead}
}

// watch ends the run if the action has not returned in time after the end of ctx, for example because a
// write blocks. It returns at the end of the run. Without a call of WhenStopped, it waits for the constant
// grace after the end of ctx. With a call, it waits for the grace of the call after the end of the call's
// context, calls instead in another goroutine, and then waits for the constant grace. Then it ends the run
// with the cause of the context as the error.
func (in *Invocation) watch(ctx context.Context) {
	s, over := stop{ctx: ctx, grace: grace}, (<-chan time.Time)(nil)
	for waiting := true; waiting; {
		done := s.ctx.Done()
		if over != nil {
			done = nil
		}
		select {
		case <-in.ended:
			return
		case s = <-in.stops:
			over = nil
		case <-done:
			over = time.After(s.grace)
		case <-over:
			waiting = false
		}
	}
	if s.instead != nil {
		go func() {
			defer in.catch()
			if err := s.instead(); err != ErrReported {
				in.finish(err)
			}
		}()
		select {
		case <-in.ended:
			return
		case <-time.After(grace):
		}
	}
	in.finish(context.Cause(s.ctx))
}

// catch, when it is deferred, makes a panic the error of the run.
func (in *Invocation) catch() {
	if v := recover(); v != nil {
		in.finish(fmt.Errorf("internal error: %v\n%s", v, debug.Stack()))
	}
}
