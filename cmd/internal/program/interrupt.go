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
)

// echo is how long after a signal another one counts as the same: programs such
// as timeout send one to a process and to its group, which makes two.
const echo = 500 * time.Millisecond

// A signalError is the cause of a context that a signal ended.
type signalError struct{ Signal os.Signal }

func (e *signalError) Error() string { return fmt.Sprintf("stopped by a signal: %v", e.Signal) }

// Is reports a signalError as context.Canceled, which it is the cause of.
func (e *signalError) Is(target error) bool { return target == context.Canceled }

// ExitCode returns 128 plus the number of the signal, as shells do.
func (e *signalError) ExitCode() int {
	if n, ok := e.Signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}

// isLimit reports whether the signal ends a program as --timeout does.
func (e *signalError) isLimit() bool { return slices.Contains(limitSignals, e.Signal) }

// stopSignals are the signals that end the search of a program.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// withSignals returns a context that the first signal of stopSignals or limitSignals ends, with a
// signalError as its cause. The second signal, unless it follows at once, calls clean and ends the
// program. If the process runs this program alone, a signal of fatalSignals does so at once, with
// its default effect. Signals that were ignored when the program started stay so, as under nohup.
// After stop the signals have the effect that they had before, or none if the process runs this
// program alone, because it is about to exit.
func withSignals(parent context.Context, alone bool, clean func()) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	caught := make(chan os.Signal, 1)
	heeded := slices.Concat(stopSignals, limitSignals)
	if alone {
		heeded = append(heeded, fatalSignals...)
		restoreUncaught()
	}
	for _, s := range heeded {
		if !signal.Ignored(s) {
			signal.Notify(caught, s)
		}
	}
	stopped := make(chan struct{})
	go heed(caught, stopped, func(e *signalError) {
		if alone && e.Signal == os.Interrupt {
			signal.Ignore(syscall.SIGPIPE) // the rest of a pipeline may be gone already, and would be the cause of death
		}
		cancel(e)
	}, func(e *signalError) {
		clean()
		if e.Signal == os.Interrupt || slices.Contains(fatalSignals, e.Signal) {
			dieOf(e.Signal)
		}
		os.Exit(e.ExitCode())
	})
	go heedCPULimit(stopped, func(s os.Signal) { cancel(&signalError{s}) })
	return ctx, func() {
		close(stopped)
		cancel(nil)
		if _, told := context.Cause(ctx).(*signalError); !told && !alone { // or the echo would kill
			signal.Stop(caught)
		}
	}
}

// heed calls first with the first signal, and end with a later one that is no echo of it or with
// a fatal one. The system repeats the signals of limits by itself.
func heed(caught <-chan os.Signal, stopped <-chan struct{}, first, end func(*signalError)) {
	var told time.Time
	for {
		select {
		case <-stopped:
			return
		case s := <-caught:
			e := &signalError{s}
			switch {
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
}

// grace is how long an action may take to return once its context has ended, also on a
// machine that is busy: to tell its answer, for instance, or to write a manifest.
const grace = 10 * time.Second

// Watch calls work in a goroutine of its own and returns its result. If work goes on for grace
// after the end of ctx, as in a write that blocks, Watch leaves it behind and returns the zero
// value and the cause of ctx. A panic of work becomes an error, so that deferred cleaning is done
// and the exit code is that of a failure.
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
