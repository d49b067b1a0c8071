// Package opened knows the files that a run of a program has open, so that no
// output replaces an input or another output, and that no temporary file is
// left behind, however the run ends.
//
// Files are told apart by their identity, not by their names: links, and
// standard streams that a shell has redirected, are the files they lead to. What
// can be read and written at once without loss, such as a terminal, a pipe or
// /dev/null, is of no concern.
//
// It also opens files, and names them in errors as the user does.
package opened

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Files are those of one run. They are safe for several goroutines.
type Files struct {
	mu        sync.Mutex
	inputs    []entry
	outputs   []*entry
	messages  fs.FileInfo // the file that standard error goes to, nil if none
	temporary map[string]*os.File
	ends      []*func() // of AtEnd, in the order of its calls
	over      bool      // Remove was called
}

// An entry is a file, as far as its identity goes.
type entry struct {
	name string      // for messages
	info fs.FileInfo // nil for an output that does not exist yet
	dir  fs.FileInfo // with base, the place of an output; nil for a stream
	base string
}

type contextKey struct{}

// WithFiles returns a context that carries the files of a run, of which there
// are none yet.
func WithFiles(ctx context.Context) (context.Context, *Files) {
	f := &Files{}
	return context.WithValue(ctx, contextKey{}, f), f
}

// From returns the files that ctx carries; without any, an empty set that
// nobody else knows.
func From(ctx context.Context) *Files {
	if f, ok := ctx.Value(contextKey{}).(*Files); ok {
		return f
	}
	return &Files{}
}

// A ConflictError says that a file would be written that is an input or another
// output of the same run. What it names could be lost, so nothing is written.
type ConflictError struct{ Output, Other string }

func (e *ConflictError) Error() string {
	return "refusing to write to " + e.Output + ", which is " + e.Other
}

// Input adds a file that is read. The name is for messages; stream is ignored
// unless it is an *os.File. Its error is a *ConflictError.
func (f *Files) Input(name string, stream any) error {
	return f.input(name, describe(stream))
}

// Messages tells where messages go, which may be where the answer goes, but must
// not be a file that is replaced. stream is ignored unless it is an *os.File.
func (f *Files) Messages(stream any) { f.messages = describe(stream) }

// InputPath adds the file of that path, if there is one, which another program
// will use. Its error is a *ConflictError.
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

// OutputStream adds an open file that is written, such as standard output. What
// it returns takes it back; the error is a *ConflictError.
func (f *Files) OutputStream(name string, stream any) (release func(), err error) {
	return f.output(&entry{name: name, info: describe(stream)})
}

// Output adds a file that is to be created under that path, or replaced, once
// links have been followed. info describes the file that is there, nil if none
// is. What it returns takes it back; the error is a *ConflictError.
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

// same reports whether two outputs are one file, or would become one.
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

// describe returns what is known of an open file that holds data, nil for any
// other.
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

// holdsData reports whether a file holds data that writing would lose: it is a
// regular file or a disk.
func holdsData(info fs.FileInfo) bool {
	return info.Mode().IsRegular() || info.Mode()&(fs.ModeDevice|fs.ModeCharDevice) == fs.ModeDevice
}
