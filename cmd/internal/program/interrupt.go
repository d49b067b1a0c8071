package program

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"queens/cmd/internal/signals"
)

// echo is the time after a signal in which another signal counts as a repetition. Programs such
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

// withSignals returns a context that ends at the first signal of stopSignals or limitSignals,
// with a signalError as its cause. A second signal, unless it is a repetition within echo or a
// limit, calls clean and ends the process. A signal of fatalSignals calls clean and ends the
// process at once, with its default effect. SIGHUP and SIGINT stay ignored if they were ignored at
// the start, as under nohup.
func withSignals(ctx context.Context, clean func()) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	caught := make(chan os.Signal, 8) // several signals may arrive at once
	for _, s := range slices.Concat(slices.DeleteFunc(slices.Concat(stopSignals, limitSignals), signal.Ignored), fatalSignals) {
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

// heed calls first with the first signal. It calls end with a fatal signal, and with a later
// signal unless it is a repetition within echo or a limit, which the system repeats by itself. It
// returns when caught is closed.
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

// Watch runs work in its own goroutine and returns the result. If work has not returned within
// grace after the end of ctx, for example because a write blocks, Watch returns without it: the
// results are the zero value and the cause of ctx. A panic of work is returned as an error, so
// that deferred functions run and the exit code reports a failure.
func Watch[T any](ctx context.Context, grace time.Duration, work func() (T, error)) (T, error) {
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if v := recover(); v != nil {
				o.err = fmt.Errorf("internal error: %v\n%s", v, debug.Stack())
			}
			done <- o
		}()
		o.result, o.err = work()
	}()
	select {
	case o := <-done:
		return o.result, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-done:
		return o.result, o.err
	case <-time.After(grace):
		return outcome{}.result, context.Cause(ctx)
	}
}
