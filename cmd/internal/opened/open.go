package opened

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Open opens an existing file as os.OpenFile does with the flag, such as os.O_RDONLY. While it waits for
// the other end of a FIFO, the end of ctx interrupts it; then the error is the cause of ctx.
func Open(ctx context.Context, name string, flag int) (*os.File, error) {
	var file *os.File
	done := make(chan error, 1)
	go func() {
		var err error
		file, err = os.OpenFile(name, flag, 0)
		done <- err
	}()
	select {
	case err := <-done:
		return file, err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Regular returns an error unless name is a regular file, and not a link to a file. It is for files that
// another program wrote: a FIFO, or a link to a device, may block its reader, or never end. The error need
// not contain name; it wraps fs.ErrNotExist if there is no such file.
func Regular(name string) error {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("expected a regular file")
	}
	return err
}

// Named returns an error that wraps the Reason of err. Its text begins with name, the name by which the
// user knows the file.
func Named(name string, err error) error {
	return fmt.Errorf("%s: %w", name, Reason(err))
}

// Reason returns the error inside of err without the operation and the file names that package os adds, or
// err itself if it is no *fs.PathError or *os.LinkError.
func Reason(err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		return path.Err
	}
	if link, is := errors.AsType[*os.LinkError](err); is {
		return link.Err
	}
	return err
}
