package opened

import (
	"errors"
	"os"
	"slices"
)

// errOver is the error of calls after Remove.
var errOver = errors.New("the run is over")

// Prepare sets a function that is called once, before there is anything for Remove to clean up. The
// function must not call methods of f.
func (f *Files) Prepare(prepare func()) { f.prepare = prepare }

// start calls the function of Prepare the first time. The caller must hold the lock. It calls start
// before it creates something that Remove must clean up. After Remove, start returns an error.
func (f *Files) start() error {
	if f.over {
		return errOver
	}
	if f.prepare != nil {
		f.prepare()
		f.prepare = nil
	}
	return nil
}

// CreateTemporary creates a file, which must not exist. Remove deletes the file unless Rename or
// RemoveTemporary comes first. After Remove, CreateTemporary returns an error.
func (f *Files) CreateTemporary(name string) (*os.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.start(); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	if f.temporary == nil {
		f.temporary = map[string]*os.File{}
	}
	f.temporary[name] = file
	return file, nil
}

// Rename gives a temporary file its final name. The file must be complete and closed. After
// Remove, Rename returns an error and leaves the files unchanged.
func (f *Files) Rename(name, final string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.over {
		return errOver
	}
	err := os.Rename(name, final)
	if err == nil {
		delete(f.temporary, name)
	}
	return err
}

// RemoveTemporary closes and deletes a temporary file. It does nothing if name is not temporary.
func (f *Files) RemoveTemporary(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.remove(name)
}

// remove is RemoveTemporary without the lock. It closes the file first, because Windows does not
// delete open files.
func (f *Files) remove(name string) {
	if file := f.temporary[name]; file != nil {
		file.Close()
		os.Remove(name)
		delete(f.temporary, name)
	}
}

// MakeTemporaryDir creates a directory in os.TempDir, with a name as for os.MkdirTemp. The
// function remove, or else Remove, deletes it with its contents. After Remove, MakeTemporaryDir
// returns an error.
func (f *Files) MakeTemporaryDir(pattern string) (dir string, remove func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.start(); err != nil {
		return "", nil, err
	}
	if dir, err = os.MkdirTemp("", pattern); err != nil {
		return "", nil, err
	}
	clean := func() { os.RemoveAll(dir) }
	forget := f.add(clean)
	return dir, func() { clean(); forget() }, nil
}

// Begin calls begin. If that succeeds, Remove will call end, unless forget is called first.
// After Remove, begin is not called, and Begin returns an error. Remove waits for a begin
// that is running, so that nothing begins without its end. Neither function may call methods
// of f.
func (f *Files) Begin(begin func() error, end func()) (forget func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.start(); err != nil {
		return nil, err
	}
	if err := begin(); err != nil {
		return nil, err
	}
	return f.add(end), nil
}

func (f *Files) add(clean func()) (forget func()) {
	f.ends = append(f.ends, &clean)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.ends = slices.DeleteFunc(f.ends, func(other *func()) bool { return other == &clean })
	}
}

// Remove ends the run. It deletes all temporary files, even if another goroutine is about to
// write or rename them, and calls the functions end of Begin in reverse order. From then on, no
// temporary file can be created or renamed.
func (f *Files) Remove() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.over = true
	for name := range f.temporary {
		f.remove(name)
	}
	for _, clean := range slices.Backward(f.ends) {
		(*clean)()
	}
	f.ends = nil
}
