// Package output writes the files that -o names: a reader never sees half of
// one, and a failed run leaves the old one as it was.
//
// A regular file is written under a temporary name in the same directory and
// renamed when it is complete. Anything else (a terminal, a FIFO, /dev/null,
// standard output itself) is written directly, as there is nothing to keep.
// What the run reads or writes already is refused, see package opened.
//
// The ending of a file's name chooses the format and the compression, see
// Choice.
package output

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"queens/cmd/internal/opened"
)

// ErrReaderGone is wrapped by the errors of Write when whoever read the other
// end of a pipe has closed it. It is no failure worth a message.
var ErrReaderGone = errors.New("the reader has closed the pipe")

// A File is an output under way. It ends with Commit; Abort, best deferred,
// gives it up and does nothing after Commit. A File is for one goroutine.
type File struct {
	name    string         // for messages
	w       io.Writer      // compresses, or is raw
	packed  io.WriteCloser // nil if nothing is compressed
	raw     io.Writer
	file    *os.File // to be closed; nil for standard output
	temp    string   // the temporary file, empty if raw is the target itself
	target  string   // where temp goes
	files   *opened.Files
	fresh   bool   // there was no file at target
	release func() // takes the output back from files; nil when it has ended
	err     error  // the first of Write, which the next and Commit repeat
}

// Create opens the output of that name, compressed if that is not empty (see
// Compressed); an empty name or "-" stands for stdout. A file that the
// run has opened for reading or writing is an *opened.ConflictError. Create is
// interrupted by the end of ctx while it waits for the reader of a FIFO. Its
// errors name the file.
func Create(ctx context.Context, name string, stdout io.Writer, compression string) (*File, error) {
	f := &File{name: name, files: opened.From(ctx)}
	if err := f.open(ctx, name, stdout); err != nil {
		var conflict *opened.ConflictError
		if errors.As(err, &conflict) {
			return nil, err
		}
		return nil, opened.Named(name, err)
	}
	f.w = f.raw
	if compression != "" {
		packed, err := Compressed(f.raw, compression)
		if err != nil {
			f.Abort()
			return nil, opened.Named(name, err)
		}
		f.w, f.packed = packed, packed
	}
	return f, nil
}

// open finds out what the name stands for.
func (f *File) open(ctx context.Context, name string, stdout io.Writer) (err error) {
	if name == "" || name == "-" {
		f.name, f.raw = "<stdout>", stdout
		f.release, err = f.files.OutputStream(f.name, stdout)
		return err
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return errors.New("is a directory, expected a file to write")
	case err == nil && isFile(stdout, info):
		f.raw = stdout
		f.release, err = f.files.OutputStream(name, stdout)
		return err
	case err == nil && !info.Mode().IsRegular():
		return f.openDirectly(ctx, info)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return f.createTemporary(info)
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
func (f *File) openDirectly(ctx context.Context, info fs.FileInfo) error {
	release, err := f.files.Output(f.name, f.name, info)
	if err != nil {
		return err
	}
	f.file, err = opened.Open(ctx, f.name, os.O_WRONLY)
	if err != nil {
		release()
		return err
	}
	f.raw, f.release = f.file, release
	return nil
}

// Write writes p. Its errors name the file and may wrap ErrReaderGone; after
// the first there is nothing but that error.
func (f *File) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.w.Write(p)
	if err != nil {
		f.err = f.failure(err)
	}
	return n, f.err
}

// failure returns an error of writing as it is to be reported.
func (f *File) failure(err error) error {
	if isBrokenPipe(err) {
		err = fmt.Errorf("%w: %w", ErrReaderGone, opened.Reason(err))
	}
	return opened.Named(f.name, err)
}

// CommitAfter commits unless there is an error already, which it returns.
func (f *File) CommitAfter(err error) error {
	if err != nil {
		return err
	}
	return f.Commit()
}

// Commit completes the output and puts it in its place. It fails if any Write
// has. When it fails, nothing has changed there.
func (f *File) Commit() error {
	return CommitAll(f)
}

// CommitAll completes several outputs and then puts them in their places. When one fails,
// none that is new is left.
func CommitAll(all ...*File) error {
	for _, f := range all {
		defer f.Abort()
	}
	for _, f := range all {
		if err := f.complete(); err != nil {
			return err
		}
	}
	for i, f := range all {
		if err := f.put(); err != nil {
			for _, other := range all[:i] {
				if other.fresh {
					os.Remove(other.target)
				}
			}
			return err
		}
	}
	return nil
}

// complete writes what is left to be written.
func (f *File) complete() error {
	if f.release == nil {
		return f.err
	}
	if f.err == nil && f.packed != nil {
		if err := f.packed.Close(); err != nil {
			f.err = f.failure(err)
		}
	}
	if f.err != nil || f.file == nil {
		return f.err
	}
	if err := f.file.Close(); err != nil {
		f.err = opened.Named(f.name, err)
	}
	return f.err
}

// put gives a complete file its name.
func (f *File) put() error {
	if f.release == nil || f.temp == "" {
		return nil
	}
	if err := f.files.Rename(f.temp, f.target); err != nil {
		f.err = opened.Named(f.name, err)
	}
	return f.err
}

// Abort gives the output up: no file is left, and an old one stays. A nil File has
// nothing to give up.
func (f *File) Abort() {
	if f == nil || f.release == nil {
		return
	}
	f.release()
	f.release = nil
	if f.file != nil {
		f.file.Close()
	}
	if f.temp != "" {
		f.files.RemoveTemporary(f.temp) // which it no longer is after Commit
	}
}
