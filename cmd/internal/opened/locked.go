package opened

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

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
