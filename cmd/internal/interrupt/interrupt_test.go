package interrupt

import (
	"context"
	"errors"
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
		cancel(&SignalError{syscall.SIGTERM})
		began := time.Now()
		err := Call(ctx, func() error { <-stuck; return nil })
		var s *SignalError
		if !errors.As(err, &s) || s.ExitCode() != 143 || !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if d := time.Since(began); d != grace {
			t.Errorf("left behind after %v", d)
		}
	})
}
