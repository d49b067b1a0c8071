// Package opened records the files that a run of a program has open. An output must not replace
// an input or another output, and no temporary file may be left behind, however the run ends.
//
// Files are compared by identity, not by name: links and redirected standard streams count as the
// files that they lead to. The package ignores terminals, pipes and devices such as /dev/null,
// because writing to them destroys no data.
//
// The package also opens files, and words errors with the file names that the user gave.
package opened

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Files holds the files of one run. Its methods may be called from several goroutines.
type Files struct {
	mu      sync.Mutex
	entries []*entry
	ends    []*func() // the functions end of Begin, in order
	over    bool      // Remove was called
}

// An entry is a file that the run has open.
type entry struct {
	role string
	name string      // for messages; "" for the file of messages
	info fs.FileInfo // nil for an output that does not exist yet, and for a stream without data
	dir  fs.FileInfo // the directory of an output; nil for a stream and for an input
	base string      // the name of an output in dir; "" if dir is nil
}

// Roles of an entry, in the words of a ConflictError.
const (
	input    = "the input"
	output   = "another output"
	messages = "standard error"
)

type contextKey struct{}

// WithFiles returns a context that carries a new, empty Files.
func WithFiles(ctx context.Context) (context.Context, *Files) {
	f := &Files{}
	return context.WithValue(ctx, contextKey{}, f), f
}

// From returns the Files that ctx carries, or a new, empty one.
func From(ctx context.Context) *Files {
	if f, ok := ctx.Value(contextKey{}).(*Files); ok {
		return f
	}
	return &Files{}
}

// A ConflictError says that an output would overwrite an input or another output of the same run,
// or the file that receives standard error. Nothing has been written. Output is the name of the output;
// Other describes the other file, such as "the input x.cnf".
type ConflictError struct{ Output, Other string }

func (e *ConflictError) Error() string {
	return "refusing to write to " + e.Output + ", which is " + e.Other
}

// Input adds a file that the run reads, with its name for messages, until the end of the run. It ignores
// a stream that is not an *os.File with data, such as a pipe. If the file is an output already, the error
// is a *ConflictError.
func (f *Files) Input(name string, stream any) error {
	_, err := f.add(&entry{role: input, name: name, info: describe(stream)})
	return err
}

// Messages records the file that messages go to. It must be called before Output. An output stream may be
// the same file, but an output with a name must not replace it. Messages ignores a stream that is not an
// *os.File with data, such as a terminal.
func (f *Files) Messages(stream any) { f.add(&entry{role: messages, info: describe(stream)}) }

// InputPath adds the file at path, which another program will read. It does nothing if os.Stat finds
// no such file, or if it is a FIFO or another file without data. If the file is an output
// already, the error is a *ConflictError.
func (f *Files) InputPath(path string) error {
	info, err := os.Stat(path)
	if err != nil || !holdsData(info) {
		return nil
	}
	_, err = f.add(&entry{role: input, name: path, info: info})
	return err
}

// OutputStream adds an open file that the run writes, such as standard output, until release is
// called, with its name for messages. It ignores a stream that is not an *os.File with data. If the file
// is an input or another output already, the error is a *ConflictError. release may be called twice; it is
// nil after an error.
func (f *Files) OutputStream(name string, stream any) (release func(), err error) {
	return f.add(&entry{role: output, name: name, info: describe(stream)})
}

// Output adds the file at path, which the run will create or replace, until release is called. name is its
// name for messages. The path must have no links to follow; info describes the existing file and is nil if
// the file does not exist. Output ignores a file without data, such as a device. If the file is an input,
// another output or the file of messages, the error is a *ConflictError. If the directory cannot be
// examined, Output returns this error. release is as for OutputStream.
func (f *Files) Output(name, path string, info fs.FileInfo) (release func(), err error) {
	if info != nil && !holdsData(info) {
		return func() {}, nil
	}
	dir, base := filepath.Split(path)
	e := &entry{role: output, name: name, info: info, base: base}
	if e.dir, err = os.Stat(cmp.Or(dir, ".")); err != nil {
		return nil, err
	}
	return f.add(e)
}

// add adds e until release is called. If e conflicts with another entry, add returns a *ConflictError
// instead.
func (f *Files) add(e *entry) (release func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, other := range f.entries {
		if err := e.conflict(other); err != nil {
			return nil, err
		}
	}
	f.entries = append(f.entries, e)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.entries = slices.DeleteFunc(f.entries, func(other *entry) bool { return other == e })
	}, nil
}

// conflict returns a *ConflictError if e and other are the same file and one of them is an output, and nil
// otherwise. An output stream and the file of messages do not conflict.
func (e *entry) conflict(other *entry) error {
	if e.role != output {
		e, other = other, e
	}
	isStream := e.dir == nil
	if e.role != output || !e.same(other) || other.role == messages && isStream {
		return nil
	}
	what := other.role
	if other.name != "" && other.name != e.name {
		what += " " + other.name
	}
	return &ConflictError{e.name, what}
}

// same reports whether two entries are the same file, or will be when they are created.
func (e *entry) same(o *entry) bool {
	if e.info != nil && o.info != nil {
		return os.SameFile(e.info, o.info)
	}
	return e.info == nil && o.info == nil && e.dir != nil && o.dir != nil && e.base == o.base && os.SameFile(e.dir, o.dir)
}

// errOver is the error of calls after Remove.
var errOver = errors.New("the run is over")

// CreateTemporary creates a file and opens it for writing. The file must not exist. The function remove, or
// else Remove, closes and deletes it, unless Rename comes first. After Remove, CreateTemporary returns an
// error. remove must not be called after an error.
func (f *Files) CreateTemporary(name string) (file *os.File, remove func(), err error) {
	remove, err = f.temporary(func() (err error) {
		file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		return err
	}, func() {
		file.Close() // first, because Windows does not delete open files
		os.Remove(name)
	})
	return file, remove, err
}

// Rename gives a temporary file its final name, and replaces a file of this name. The file must be complete
// and closed. After Remove, Rename returns an error and leaves the files unchanged.
func (f *Files) Rename(name, final string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.over {
		return errOver
	}
	return os.Rename(name, final)
}

// MakeTemporaryDir creates a directory in os.TempDir, with a name that os.MkdirTemp makes from the pattern.
// The function remove, or else Remove, deletes it with its contents. After Remove, MakeTemporaryDir
// returns an error. remove must not be called after an error.
func (f *Files) MakeTemporaryDir(pattern string) (dir string, remove func(), err error) {
	remove, err = f.temporary(func() (err error) {
		dir, err = os.MkdirTemp("", pattern)
		return err
	}, func() { os.RemoveAll(dir) })
	return dir, remove, err
}

// temporary calls Begin with create and clean, and returns its error. The function remove calls clean and
// makes Remove forget it. remove must not be called after an error.
func (f *Files) temporary(create func() error, clean func()) (remove func(), err error) {
	forget, err := f.Begin(create, clean)
	return func() { clean(); forget() }, err
}

// Begin calls begin and returns its error. If it returns nil, Remove will call end, unless forget is called
// first. After Remove, Begin returns an error and does not call begin. Remove waits for a begin
// that is running, so that nothing begins without its end. Neither function may call methods
// of f.
func (f *Files) Begin(begin func() error, end func()) (forget func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.over {
		return nil, errOver
	}
	if err := begin(); err != nil {
		return nil, err
	}
	f.ends = append(f.ends, &end)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.ends = slices.DeleteFunc(f.ends, func(other *func()) bool { return other == &end })
	}, nil
}

// Remove ends the run: it calls the functions end of Begin in reverse order, and so deletes all
// temporary files, even if another goroutine is about to write or rename them. From then on,
// CreateTemporary, MakeTemporaryDir, Rename and Begin return an error.
func (f *Files) Remove() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.over = true
	for _, end := range slices.Backward(f.ends) {
		(*end)()
	}
	f.ends = nil
}

// describe returns information about a stream that is an open *os.File with data; see holdsData. It
// returns nil for any other stream.
func describe(stream any) fs.FileInfo {
	if file, ok := stream.(*os.File); ok {
		if info, err := file.Stat(); err == nil && holdsData(info) { // a nil file has an error
			return info
		}
	}
	return nil
}

// holdsData reports whether writing to a file can destroy data: the file is a regular file or a
// block device.
func holdsData(info fs.FileInfo) bool {
	return info.Mode().IsRegular() || info.Mode()&(fs.ModeDevice|fs.ModeCharDevice) == fs.ModeDevice
}

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
// user knows the file. A *ConflictError, which has the names already, stays as it is.
func Named(name string, err error) error {
	if errors.As(err, new(*ConflictError)) {
		return err
	}
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
