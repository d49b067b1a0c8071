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

func TestStuckActionIsLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stuck := make(chan bool)
		defer close(stuck)
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(&signalError{syscall.SIGTERM})
		began := time.Now()
		_, err := Watch(ctx, grace, func() (bool, error) { return <-stuck, nil })
		var s *signalError
		if !errors.As(err, &s) || s.ExitCode() != 143 || !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if d := time.Since(began); d != grace {
			t.Errorf("left behind after %v", d)
		}
	})
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
		go execute(ctx, p, ending, []string{"p"}, nil, io.Discard, stderr)
		if synctest.Wait(); stderr.Len() > 0 {
			t.Errorf("printed %q", stderr)
		}
		ending <- struct{}{}
		if synctest.Wait(); stderr.String() != "p: file already closed\n" {
			t.Errorf("printed %q", stderr)
		}
	})
}
