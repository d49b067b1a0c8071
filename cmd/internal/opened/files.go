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
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Files holds the files of one run. Its methods may be called from several goroutines, except
// Messages.
type Files struct {
	mu        sync.Mutex
	inputs    []entry
	outputs   []*entry
	messages  fs.FileInfo // the file of standard error; nil if it is not a file
	temporary map[string]*os.File
	ends      []*func() // the functions end of Begin, in order
	prepare   func()    // see Prepare; nil after its call
	over      bool      // Remove was called
}

// An entry identifies an input or an output.
type entry struct {
	name string      // for messages
	info fs.FileInfo // nil for an output that does not exist yet
	dir  fs.FileInfo // the directory of an output; nil for a stream and for an input
	base string      // the name of an output in dir
}

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
// or the file that receives standard error. Nothing has been written.
type ConflictError struct{ Output, Other string }

func (e *ConflictError) Error() string {
	return "refusing to write to " + e.Output + ", which is " + e.Other
}

// Input adds a file that the run reads, with its name for messages. It ignores a stream that is
// not an *os.File with data, such as a pipe. If the file is an output already, the error is a
// *ConflictError.
func (f *Files) Input(name string, stream any) error {
	return f.input(name, describe(stream))
}

// Messages records the file that messages go to. An output stream may be the same file, but an
// output with a name must not replace it. Messages ignores a stream that is not an *os.File with
// data, such as a terminal.
func (f *Files) Messages(stream any) { f.messages = describe(stream) }

// InputPath adds the file at path, which another program will read. It does nothing if there is
// no such file, or if it is a FIFO or another file without data. If the file is an output
// already, the error is a *ConflictError.
func (f *Files) InputPath(path string) error {
	info, err := os.Stat(path)
	if err != nil || !holdsData(info) {
		return nil
	}
	return f.input(path, info)
}

func (f *Files) input(name string, info fs.FileInfo) error {
	if info == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range f.outputs {
		if o.info != nil && os.SameFile(o.info, info) {
			return conflict(o.name, "the input", name)
		}
	}
	f.inputs = append(f.inputs, entry{name: name, info: info})
	return nil
}

// OutputStream adds an open file that the run writes, such as standard output, until release is
// called. If the file is an input or another output already, the error is a *ConflictError.
func (f *Files) OutputStream(name string, stream any) (release func(), err error) {
	return f.output(&entry{name: name, info: describe(stream)})
}

// Output adds a file that the run will create or replace, until release is called. The path must
// have no links to follow; info describes the existing file and is nil if there is none. If the
// file is an input, another output or the file of messages, the error is a *ConflictError. If the
// directory cannot be examined, Output returns that error.
func (f *Files) Output(name, path string, info fs.FileInfo) (release func(), err error) {
	if info != nil && !holdsData(info) {
		return func() {}, nil
	}
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	e := &entry{name: name, info: info, base: base}
	if e.dir, err = os.Stat(dir); err != nil {
		return nil, err
	}
	return f.output(e)
}

func (f *Files) output(e *entry) (release func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, i := range f.inputs {
		if e.info != nil && os.SameFile(i.info, e.info) {
			return nil, conflict(e.name, "the input", i.name)
		}
	}
	if e.dir != nil && e.info != nil && f.messages != nil && os.SameFile(e.info, f.messages) {
		return nil, &ConflictError{e.name, "standard error"}
	}
	for _, o := range f.outputs {
		if e.same(o) {
			return nil, conflict(e.name, "another output", o.name)
		}
	}
	f.outputs = append(f.outputs, e)
	return func() { f.release(e) }, nil
}

// same reports whether two outputs are the same file, or will be when they are created.
func (e *entry) same(o *entry) bool {
	if e.info != nil && o.info != nil {
		return os.SameFile(e.info, o.info)
	}
	return e.info == nil && o.info == nil && e.dir != nil && o.dir != nil && e.base == o.base && os.SameFile(e.dir, o.dir)
}

func (f *Files) release(e *entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, o := range f.outputs {
		if o == e {
			f.outputs = append(f.outputs[:i], f.outputs[i+1:]...)
			return
		}
	}
}

func conflict(output, kind, other string) error {
	if output != other {
		kind = fmt.Sprintf("%s %s", kind, other)
	}
	return &ConflictError{output, kind}
}

// describe returns information about an open file that holds data. It returns nil for any other
// stream.
func describe(stream any) fs.FileInfo {
	file, ok := stream.(*os.File)
	if !ok || file == nil {
		return nil
	}
	info, err := file.Stat()
	if err != nil || !holdsData(info) {
		return nil
	}
	return info
}

// holdsData reports whether writing to a file can destroy data: the file is a regular file or a
// block device.
func holdsData(info fs.FileInfo) bool {
	return info.Mode().IsRegular() || info.Mode()&(fs.ModeDevice|fs.ModeCharDevice) == fs.ModeDevice
}
