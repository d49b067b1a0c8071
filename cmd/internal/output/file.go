package output

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrReaderGone is wrapped by the errors of Write when whoever read the other
// end of a pipe has closed it. It is no failure worth a message.
var ErrReaderGone = errors.New("the reader has closed the pipe")

// A File is an output under way. It ends with Commit; Abort, best deferred,
// gives it up and does nothing after Commit. A File is for one goroutine.
type File struct {
	name   string // for messages
	w      io.Writer
	file   *os.File // to be closed; nil for standard output
	temp   string   // the temporary file, empty if w is the target itself
	target string   // where temp goes
	err    error    // the first of Write, which Commit repeats
}

// Create opens the output of that name; empty or "-" stands for stdout. It is
// interrupted by the end of ctx while it waits for the reader of a FIFO. Its
// errors name the file.
func Create(ctx context.Context, name string, stdout io.Writer) (*File, error) {
	if name == "" || name == "-" {
		return &File{name: "<stdout>", w: stdout}, nil
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%q is a directory, expected a file to write", name)
	case err == nil && isFile(stdout, info):
		return &File{name: name, w: stdout}, nil
	case err == nil && !info.Mode().IsRegular():
		return openDirectly(ctx, name)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, named(name, err)
	}
	return createTemporary(name, info)
}

// isFile reports whether w is the open file that info describes, as in
// -o /dev/stdout.
func isFile(w io.Writer, info fs.FileInfo) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	own, err := f.Stat()
	return err == nil && os.SameFile(own, info)
}

// openDirectly opens a target that is not a regular file.
func openDirectly(ctx context.Context, name string) (*File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	result := make(chan opened, 1)
	go func() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		result <- opened{f, err}
	}()
	select {
	case r := <-result:
		if r.err != nil {
			return nil, named(name, r.err)
		}
		return &File{name: name, w: r.file, file: r.file}, nil
	case <-ctx.Done():
		return nil, named(name, context.Cause(ctx))
	}
}

// Name returns the name for messages.
func (f *File) Name() string { return f.name }

// Write writes p. Its errors name the file and may wrap ErrReaderGone.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	if err == nil {
		return n, nil
	}
	if isBrokenPipe(err) {
		err = fmt.Errorf("%w: %w", ErrReaderGone, reason(err))
	}
	err = named(f.name, err)
	if f.err == nil {
		f.err = err
	}
	return n, err
}

// Commit completes the output and puts it in its place. It fails if any Write
// has. When it fails, nothing has changed there.
func (f *File) Commit() error {
	if f.err != nil {
		f.Abort()
		return f.err
	}
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	if err == nil && f.temp != "" {
		err = os.Rename(f.temp, f.target)
	}
	if err != nil {
		f.removeTemporary()
		return named(f.name, err)
	}
	f.temp = ""
	return nil
}

// Abort gives the output up: no file is left, and an old one stays.
func (f *File) Abort() {
	if f.file == nil {
		return
	}
	f.file.Close()
	f.file = nil
	f.removeTemporary()
}

func (f *File) removeTemporary() {
	if f.temp != "" {
		os.Remove(f.temp)
		f.temp = ""
	}
}

// named leads err by the name of the file that the user knows, in place of the
// operation and the name that package os mentions.
func named(name string, err error) error {
	return fmt.Errorf("%s: %w", name, reason(err))
}

func reason(err error) error {
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
