// Package output writes the files that -o and similar flags name. A reader never sees an
// incomplete file, and a failed run leaves the old file unchanged.
//
// A regular file is written under a temporary name in the same directory and renamed when it is
// complete. Other targets, such as a terminal, a FIFO, /dev/null or standard output, are written
// directly. Files that the run reads, or writes elsewhere, are refused; see package opened.
//
// The suffix of the file name chooses the format and the compression; see Form.
package output

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"queens/cmd/internal/opened"
)

// ErrReaderGone is wrapped by errors of Write and Commit if the reader at the other end of a pipe
// has closed it. Programs print no message for it.
var ErrReaderGone = errors.New("the reader has closed the pipe")

// A File is an output that is being written. Commit completes it. Abort discards it and does
// nothing after Commit, so it can be deferred. Except for IsComplete, a File may be used by one
// goroutine at a time.
type File struct {
	name    string         // for messages
	w       io.WriteCloser // compresses into the target, or copies
	file    *os.File       // the target, or the temporary file; nil for standard output
	temp    string         // the name of file if it is temporary; otherwise empty
	target  string         // the final name of temp
	files   *opened.Files  // the files of the run
	fresh   bool           // target did not exist before
	release func()         // removes the output from files, and temp; nil after Commit or Abort
	err     error          // the first error; Write and Commit return it again
	whole   atomic.Bool    // as IsComplete
}

// Create opens the output called name, with the named compression unless it is empty (see Compressed).
// An empty name, "-" or "/dev/stdout" means stdout, which the File does not close. While Create waits
// for the reader of a FIFO, the end of ctx interrupts it. Its errors name the file. If the run has
// opened the file already, the error is an *opened.ConflictError.
func Create(ctx context.Context, name string, stdout io.Writer, compression string) (*File, error) {
	f := &File{name: name, files: opened.From(ctx)}
	raw, err := f.open(ctx, stdout)
	if err == nil {
		f.w, err = Compressed(raw, compression)
	}
	if err != nil {
		f.Abort()
		return nil, opened.Named(f.name, err)
	}
	return f, nil
}

// Write creates the output called name as Create does, calls write with it, and commits it. The error is an
// error of Create, write or Commit.
func Write(ctx context.Context, name string, stdout io.Writer, compression string, write func(io.Writer) error) error {
	f, err := Create(ctx, name, stdout, compression)
	if err != nil {
		return err
	}
	defer f.Abort()
	return f.CommitAfter(write(f))
}

// open opens the target f.name, or its temporary file, and returns it for writing. It sets the fields of f
// except w, and f.name to "<stdout>" for an empty name, "-" and "/dev/stdout". A directory is an error. Errors
// need not contain f.name. After an error, Abort removes what open has made.
func (f *File) open(ctx context.Context, stdout io.Writer) (raw io.Writer, err error) {
	if f.name == "" || f.name == "-" || f.name == "/dev/stdout" {
		f.name = "<stdout>"
		f.release, err = f.files.OutputStream(f.name, stdout)
		return stdout, err
	}
	info, err := os.Stat(f.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.fresh = true
		err = f.createTemporary(linked(f.name), nil)
	case err != nil:
	case info.IsDir():
		err = errors.New("expected a file to write, found a directory")
	case isFile(stdout, info):
		f.release, err = f.files.OutputStream(f.name, stdout)
		return stdout, err
	case !info.Mode().IsRegular():
		if f.release, err = f.files.Output(f.name, f.name, info); err == nil {
			f.file, err = opened.Open(ctx, f.name, os.O_WRONLY)
		}
	default:
		err = f.replace(info)
	}
	return f.file, err
}

// replace calls createTemporary for the regular file to which f.name leads, which info describes, and
// returns its error. It is an error if the user may not write to that file, although the permissions of the
// directory would allow replacing it.
func (f *File) replace(info fs.FileInfo) error {
	target, err := filepath.EvalSymlinks(f.name)
	if err != nil {
		return err
	}
	old, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	old.Close()
	return f.createTemporary(target, info)
}

// createTemporary adds the output to f.files, creates a hidden temporary file in the directory of target, and
// sets the fields file, temp, target and release of f. The argument old describes the existing file at
// target, or is nil. The new file gets its permissions. If the run has opened the existing file already, the
// error is an *opened.ConflictError.
func (f *File) createTemporary(target string, old fs.FileInfo) error {
	release, err := f.files.Output(f.name, target, old)
	if err != nil {
		return err
	}
	f.release, f.target = release, target
	dir, base := filepath.Split(target)
	base = strings.ToValidUTF8(base[:min(len(base), longestBase)], "_")
	file, remove, err := f.files.CreateTemporary(fmt.Sprintf("%s.%s.%08x.tmp", dir, base, rand.Uint32()))
	if err == nil {
		f.file, f.temp, f.release = file, file.Name(), func() { release(); remove() }
	}
	if err == nil && old != nil {
		err = file.Chmod(old.Mode().Perm())
	}
	return err
}

// linked follows the symbolic links from name, and returns the name at their end. It returns name if it is no
// link. os.Stat must find no file under name, so that the links end.
func linked(name string) string {
	for to, err := os.Readlink(name); err == nil; to, err = os.Readlink(name) {
		if !filepath.IsAbs(to) { // not filepath.Join, because the directory may be a link before ".."
			to = filepath.Dir(name) + string(filepath.Separator) + to
		}
		name = to
	}
	return name
}

// longestBase is the number of bytes of a name that the name of its temporary file contains, so that it stays
// below the usual limit of 255 bytes.
const longestBase = 200

// isFile reports whether w is the open file that info describes, as with -o /dev/fd/1.
func isFile(w io.Writer, info fs.FileInfo) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	own, err := f.Stat()
	return err == nil && os.SameFile(own, info)
}

// Write writes p, compressed if Create was told so. An error names the file and may wrap ErrReaderGone.
// After an error, every Write returns it again.
func (f *File) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.w.Write(p)
	f.err = f.failure(err)
	return n, f.err
}

// failure returns the error err of the output as a message about f, which also wraps ErrReaderGone if the
// reader of a pipe has closed it. It returns nil if err is nil.
func (f *File) failure(err error) error {
	switch {
	case err == nil:
		return nil
	case isBrokenPipe(err):
		err = fmt.Errorf("%w: %w", ErrReaderGone, opened.Reason(err))
	}
	return opened.Named(f.name, err)
}

// CommitAfter returns err if it is not nil. Otherwise it calls Commit and returns its result.
func (f *File) CommitAfter(err error) error {
	if err != nil {
		return err
	}
	return f.Commit()
}

// Commit completes the output and renames the temporary file to its final name. It fails with the same
// error if a Write has failed. When it fails, a regular file that Create found at the target is unchanged.
func (f *File) Commit() error { return CommitAll(f) }

// CommitAll completes all outputs and then renames the temporary files, so that the outputs of a
// run appear together. If it fails, it discards all outputs, and removes the new files that it has
// already renamed. An old file that has been replaced by then stays replaced.
func CommitAll(all ...*File) error {
	for _, f := range all {
		defer f.Abort()
	}
	for _, f := range all {
		if err := f.CompleteAfter(nil); err != nil {
			return err
		}
	}
	for i, f := range all {
		if f.release == nil || f.temp == "" { // after Commit or Abort, or without a temporary file
			continue
		}
		if f.err = f.failure(f.files.Rename(f.temp, f.target)); f.err != nil {
			for _, other := range all[:i] {
				if other.fresh {
					os.Remove(other.target)
				}
			}
			return f.err
		}
	}
	return nil
}

// CompleteAfter returns err if it is not nil. Otherwise, unless a Write has failed, it writes the rest of the
// compressed data and closes the file. It returns the first error of the File, which Abort must then discard.
// The file gets its final name later, in CommitAll. If f is complete, or after Commit or Abort, CompleteAfter
// only returns the error.
func (f *File) CompleteAfter(err error) error {
	if err != nil || f.release == nil || f.IsComplete() {
		return cmp.Or(err, f.err)
	}
	if f.err == nil {
		f.err = f.failure(f.w.Close())
	}
	if f.err == nil && f.file != nil {
		f.err = f.failure(f.file.Close())
	}
	f.whole.Store(f.err == nil)
	return f.err
}

// IsComplete reports whether CompleteAfter or Commit has completed the file. It may be called while another
// goroutine completes it. A nil File is not complete.
func (f *File) IsComplete() bool { return f != nil && f.whole.Load() }

// Abort discards the output: it removes the temporary file, and an old file stays as it was. Data that was
// written directly to a target stays written. Abort of a nil File does nothing.
func (f *File) Abort() {
	if f == nil || f.release == nil {
		return
	}
	f.release()
	f.release = nil
	if f.file != nil {
		f.file.Close()
	}
}

// A plain copies what is written. Close does nothing.
type plain struct{ io.Writer }

func (plain) Close() error { return nil }
