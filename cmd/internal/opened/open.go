package opened

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
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

// Locked opens or creates the file called name, to read it and to append to it, and locks it
// against other processes until it is closed. If another process has locked it, the error is
// ErrLocked. Other errors come from os.OpenFile. If name is a symbolic link to a file, that file is locked.
func Locked(name string) (*os.File, error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		if err = lock(file); err == nil && Has(name, file) {
			return file, nil
		}
		file.Close()
		if err != nil {
			return nil, err
		}
		// Another process has removed the file since it was opened here.
	}
}

// LockedWhenFree is like Locked, but it waits while another process has locked the file. If ctx ends
// first, the error is its cause.
func LockedWhenFree(ctx context.Context, name string) (*os.File, error) {
	for {
		file, err := Locked(name)
		if !errors.Is(err, ErrLocked) {
			return file, err
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// ErrLocked is the error for a file that another process has locked.
var ErrLocked = errors.New("another process uses this file: wait for its end, or choose another file")

// Has reports whether name is still the name of the open file, and not of another file or of a link.
func Has(name string, file *os.File) bool {
	there, err1 := os.Lstat(name)
	own, err2 := file.Stat()
	return err1 == nil && err2 == nil && os.SameFile(there, own)
}
