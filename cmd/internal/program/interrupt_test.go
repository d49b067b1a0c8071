package program

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
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

// The program timeout sends a signal twice, to the process and to its group.
func TestEchoOfASignalIsIgnored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		caught, stopped := make(chan os.Signal), make(chan struct{})
		defer close(stopped)
		var heard string
		note := func(what string) func(*signalError) {
			return func(e *signalError) { heard += what + e.Signal.String() + "; " }
		}
		go heed(caught, stopped, note("first "), note("again "))
		for _, wait := range []time.Duration{0, 0, echo, 1} {
			time.Sleep(wait)
			caught <- syscall.SIGTERM
			synctest.Wait()
		}
		if want := "first terminated; again terminated; "; heard != want {
			t.Errorf("heard %q, want %q", heard, want)
		}
	})
}
