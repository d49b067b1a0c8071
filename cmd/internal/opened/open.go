package opened

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Open opens a file as os.OpenFile does; that of a FIFO waits for its other end, or for
// the end of ctx.
func Open(ctx context.Context, name string, flag int) (*os.File, error) {
	type result struct {
		file *os.File
		err  error
	}
	done := make(chan result, 1)
	go func() {
		file, err := os.OpenFile(name, flag, 0)
		done <- result{file, err}
	}()
	select {
	case r := <-done:
		return r.file, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Named leads err by the name of the file that the user knows, in place of the
// operation and the name that package os mentions.
func Named(name string, err error) error {
	return fmt.Errorf("%s: %w", name, Reason(err))
}

// Reason returns err without these.
func Reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
