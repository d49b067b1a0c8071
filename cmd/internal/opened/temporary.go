package opened

import (
	"errors"
	"os"
	"slices"
)

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
