package program

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// exitBrokenPipe is the exit code of a program that SIGPIPE ended.
const exitBrokenPipe = 128 + 13

// grace is how long an action may take to return once its context has ended.
const grace = 2 * time.Second

// echo is how long after a signal another one counts as the same: programs such
// as timeout send one to a process and to its group, which makes two.
const echo = 500 * time.Millisecond

// A SignalError is the cause of a context that a signal ended.
type SignalError struct{ Signal os.Signal }

func (e *SignalError) Error() string { return fmt.Sprintf("stopped by a signal: %v", e.Signal) }

// Is reports a SignalError as context.Canceled, which it is the cause of.
func (e *SignalError) Is(target error) bool { return target == context.Canceled }

func (e *SignalError) exitCode() int {
	if n, ok := e.Signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return ExitFailure
}

// withSignals returns a context that the first signal to stop ends, with a
// SignalError as its cause. The next one calls forced and kills the program,
// unless it follows at once. Signals that were ignored when the program started
// stay so, as under nohup.
func withSignals(parent context.Context, forced func()) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	caught := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(caught, s)
		}
	}
	stopped := make(chan struct{})
	go func() {
		select {
		case s := <-caught:
			cancel(&SignalError{s})
			killByNext(caught, stopped, forced)
		case <-stopped:
		}
	}()
	return ctx, func() {
		close(stopped)
		cancel(nil)
		if _, told := context.Cause(ctx).(*SignalError); !told { // or the echo would kill
			signal.Stop(caught)
		}
	}
}

// killByNext waits for the next signal that is no echo and dies by it.
func killByNext(caught <-chan os.Signal, stopped <-chan struct{}, forced func()) {
	echoed := time.After(echo)
	for {
		select {
		case <-stopped:
			return
		case <-echoed:
			echoed = nil
		case s := <-caught:
			if echoed != nil {
				continue
			}
			forced()
			dieBy(s)
		}
	}
}

// dieBy ends the process by a signal, as a program dies that does not catch it.
func dieBy(s os.Signal) {
	signal.Reset(s)
	if p, err := os.FindProcess(os.Getpid()); err == nil && p.Signal(s) == nil {
		time.Sleep(grace) // until it arrives
	}
	os.Exit((&SignalError{s}).exitCode())
}
