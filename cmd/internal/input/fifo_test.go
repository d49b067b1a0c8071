//go:build unix

package input

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// blocking returns a copy of r in blocking mode, as standard input usually is. The runtime cannot
// poll it.
func blocking(t testing.TB, r *os.File) *os.File {
	t.Helper()
	fd, err := syscall.Dup(int(r.Fd())) // Fd makes it blocking
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "stdin")
	t.Cleanup(func() { f.Close() })
	return f
}

// Open waits for a writer until the context ends; TestInterruption has a writer.
func TestInterruptionOfAFIFO(t *testing.T) {
	name := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	result := make(chan error)
	go func() {
		_, err := Open(ctx, name, nil) // without a writer, so Open waits
		result <- err
	}()
	cancel(stop)
	if err := <-result; !errors.Is(err, stop) {
		t.Errorf("error %v", err)
	}
}
