package input

import (
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// interruptible returns a reader of r whose Read ends with the cause of ctx
// when ctx does, and a function to release what that takes. It copies data only
// where the Go runtime cannot wait for the file and for ctx at once.
func interruptible(ctx context.Context, r io.Reader) (io.Reader, func() error) {
	file, ok := r.(*os.File)
	if ok && file.SetReadDeadline(time.Time{}) == nil {
		return interruptibleByDeadline(ctx, file)
	}
	a := readAhead(ctx, r, func(err error) error { return err })
	return a, a.Close
}

// deadlineReader reads a file that the Go runtime polls, such as a FIFO.
type deadlineReader struct {
	ctx  context.Context
	file *os.File
}

func interruptibleByDeadline(ctx context.Context, file *os.File) (io.Reader, func() error) {
	past := time.Unix(1, 0)
	stop := context.AfterFunc(ctx, func() { file.SetReadDeadline(past) })
	return &deadlineReader{ctx, file}, func() error {
		stop()
		return nil
	}
}

func (r *deadlineReader) Read(p []byte) (int, error) {
	n, err := r.file.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) && r.ctx.Err() != nil {
		err = context.Cause(r.ctx)
	}
	return n, err
}
