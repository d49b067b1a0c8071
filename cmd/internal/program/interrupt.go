package program

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// echo is how long after a signal another one counts as the same: programs such
// as timeout send one to a process and to its group, which makes two.
const echo = 500 * time.Millisecond

// A signalError is the cause of a context that a signal ended.
type signalError struct{ Signal os.Signal }

func (e *signalError) Error() string { return fmt.Sprintf("stopped by a signal: %v", e.Signal) }

// Is reports a signalError as context.Canceled, which it is the cause of.
func (e *signalError) Is(target error) bool { return target == context.Canceled }

// ExitCode returns 128 and the number of the signal, as shells do.
func (e *signalError) ExitCode() int {
	if n, ok := e.Signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}

// withSignals returns a context that SIGINT, SIGTERM or SIGHUP ends, with a
// signalError as its cause. The next signal, unless it follows at once, calls
// forced and ends the program. Signals that were ignored when the program
// started stay so, as under nohup. After stop they do what they did before, or nothing if
// the process is ending, as its exit code is known then.
func withSignals(parent context.Context, forced func()) (ctx context.Context, stop func(ending bool)) {
	ctx, cancel := context.WithCancelCause(parent)
	caught := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(caught, s)
		}
	}
	stopped := make(chan struct{})
	go heed(caught, stopped, func(e *signalError) { cancel(e) }, func(e *signalError) {
		forced()
		os.Exit(e.ExitCode())
	})
	return ctx, func(ending bool) {
		close(stopped)
		cancel(nil)
		if _, told := context.Cause(ctx).(*signalError); !told && !ending { // or the echo would kill
			signal.Stop(caught)
		}
	}
}

// heed calls first with the first signal, and again with those that are no echo of it.
func heed(caught <-chan os.Signal, stopped <-chan struct{}, first, again func(*signalError)) {
	var told time.Time
	for {
		select {
		case <-stopped:
			return
		case s := <-caught:
			if e := (&signalError{s}); told.IsZero() {
				first(e)
				told = time.Now()
			} else if time.Since(told) > echo {
				again(e)
			}
		}
	}
}

// grace is how long an action may take to return once its context has ended, also on a
// machine that is busy: to tell its answer, for instance, or to write a manifest.
const grace = 10 * time.Second

// call calls the action and makes an error of a panic, so that deferred cleaning
// is done and the exit code is that of a failure. If the action does not heed
// the end of its context, such as in a write that blocks, it is left behind.
func call(ctx context.Context, action func() error) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- fmt.Errorf("internal error: %v\n%s", v, debug.Stack())
			}
		}()
		done <- action()
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return context.Cause(ctx)
	}
}
