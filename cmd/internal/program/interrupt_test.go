//go:build unix

package program

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"queens/cmd/internal/opened"
)

// An action that does not return is left behind: after grace, or after the grace of WhenStopped, when
// another function reports instead.
func TestStuckActionIsLeftBehind(t *testing.T) {
	reported := errors.New("reported")
	for _, test := range []struct {
		instead error // nil: WhenStopped is not called
		after   time.Duration
		want    string
	}{
		{nil, grace, "stopped by a signal: terminated"},
		{reported, time.Second, "reported"},
		{ErrReported, time.Second + grace, "stopped by a signal: terminated"},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(&signalError{syscall.SIGTERM})
			in := &Invocation{stops: make(chan stop, 1), ended: make(chan struct{})}
			began := time.Now()
			in.finish = func(err error) {
				if d := time.Since(began); err.Error() != test.want || d != test.after {
					t.Errorf("error %v after %v", err, d)
				}
				close(in.ended)
			}
			if test.instead != nil {
				in.WhenStopped(ctx, time.Second, func() error { return test.instead })
			}
			in.watch(ctx)
		})
	}
}

// The program timeout sends a signal twice, to the process and to its group. The system repeats
// SIGXCPU after each further second. Neither counts as a second signal.
func TestRepeatedSignals(t *testing.T) {
	for _, test := range []struct {
		signals []os.Signal // each after a wait of the same index
		waits   []time.Duration
		want    string
	}{
		{[]os.Signal{syscall.SIGTERM, syscall.SIGTERM, syscall.SIGTERM, syscall.SIGTERM}, []time.Duration{0, 0, echo, 1}, "first terminated; again terminated; "},
		{[]os.Signal{syscall.SIGALRM, syscall.SIGALRM, syscall.SIGINT, syscall.SIGQUIT}, []time.Duration{0, echo + 1, 1, 0}, "first alarm clock; again interrupt; again quit; "},
	} {
		synctest.Test(t, func(t *testing.T) {
			caught := make(chan os.Signal)
			defer close(caught)
			var heard string
			note := func(what string) func(*signalError) {
				return func(e *signalError) { heard += what + e.Signal.String() + "; " }
			}
			go heed(caught, note("first "), note("again "))
			for i, s := range test.signals {
				time.Sleep(test.waits[i])
				caught <- s
				synctest.Wait()
			}
			if heard != test.want {
				t.Errorf("heard %q, want %q", heard, test.want)
			}
		})
	}
}

// While a signal ends the process, the action may fail because its files are gone. That is no message.
func TestNoMessageWhileASignalEndsTheProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ending, stderr := make(chan struct{}, 1), &bytes.Buffer{} // a signal has the token
		ctx, _ := opened.WithFiles(t.Context())
		p := Program{Name: "p", Action: func(context.Context, *Invocation) error { return os.ErrClosed }}
		go execute(ctx, p, ending, []string{"p"}, nil, io.Discard, stderr, func(int) {})
		if synctest.Wait(); stderr.Len() > 0 {
			t.Errorf("printed %q", stderr)
		}
		ending <- struct{}{}
		if synctest.Wait(); stderr.String() != "p: file already closed\n" {
			t.Errorf("printed %q", stderr)
		}
	})
}
