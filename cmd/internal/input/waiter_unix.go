//go:build unix

package input

import (
	"context"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// waiter reads a file that blocks, such as standard input: the runtime does not
// poll it, and to make it non-blocking would do so for all who share it. It
// waits with poll(2) for the file or for the end of the context, which closes
// the other end of a pipe.
type waiter struct {
	ctx  context.Context
	file *os.File
	stop func() bool

	mu         sync.Mutex // held while polling
	wake, pipe *os.File   // the ends for writing and reading
	closed     bool
}

func newWaiter(ctx context.Context, file *os.File) (*waiter, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &waiter{
		ctx:  ctx,
		file: file,
		stop: context.AfterFunc(ctx, func() { w.Close() }),
		wake: w,
		pipe: r,
	}, nil
}

func (w *waiter) Read(p []byte) (int, error) {
	ready, err := w.wait()
	switch {
	case err != nil:
		return 0, err
	case !ready && w.ctx.Err() != nil:
		return 0, context.Cause(w.ctx)
	case !ready:
		return 0, os.ErrClosed
	}
	return w.file.Read(p)
}

// wait reports whether the file is ready, as opposed to the end of waiting.
func (w *waiter) wait() (ready bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false, nil
	}
	err = withDescriptors(w.file, w.pipe, func(file, pipe int32) error {
		fds := []unix.PollFd{{Fd: file, Events: unix.POLLIN}, {Fd: pipe, Events: unix.POLLIN}}
		for {
			_, err := unix.Poll(fds, -1)
			if err == unix.EINTR {
				continue
			}
			ready = fds[1].Revents == 0
			return err
		}
	})
	return ready, err
}

// Close ends a Read that waits. It leaves the file open.
func (w *waiter) Close() error {
	w.stop()
	w.wake.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.pipe.Close()
	return nil
}

// withDescriptors calls f with the descriptors of two files, which stay valid
// and in their blocking modes meanwhile.
func withDescriptors(a, b *os.File, f func(a, b int32) error) error {
	connA, err := a.SyscallConn()
	if err != nil {
		return err
	}
	connB, err := b.SyscallConn()
	if err != nil {
		return err
	}
	var result error
	err = connA.Control(func(fdA uintptr) {
		err := connB.Control(func(fdB uintptr) { result = f(int32(fdA), int32(fdB)) })
		if err != nil {
			result = err
		}
	})
	if err != nil {
		return err
	}
	return result
}
