package opened

import (
	"errors"
	"os"
	"slices"
)

// errOver is for who works on after the run was given up.
var errOver = errors.New("the run is over")

// CreateTemporary creates a file of that name, which must not exist. It is gone
// when the run is over, unless Rename has given it another name.
func (f *Files) CreateTemporary(name string) (*os.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.over {
		return nil, errOver
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

// Rename gives a temporary file, which is complete and closed, its final name.
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

// RemoveTemporary closes and removes a temporary file.
func (f *Files) RemoveTemporary(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.remove(name)
}

// remove does so. An open file could not be removed on Windows.
func (f *Files) remove(name string) {
	if file := f.temporary[name]; file != nil {
		file.Close()
		os.Remove(name)
		delete(f.temporary, name)
	}
}

// MakeTemporaryDir makes a directory in the one for temporary files. It is gone, with all that is
// in it, when remove is called or the run is over.
func (f *Files) MakeTemporaryDir(pattern string) (dir string, remove func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.over {
		return "", nil, errOver
	}
	if dir, err = os.MkdirTemp("", pattern); err != nil {
		return "", nil, err
	}
	clean := func() { os.RemoveAll(dir) }
	forget := f.add(clean)
	return dir, func() { forget(); clean() }, nil
}

// AtEnd has Remove call clean, unless forget is called before. When the run is over, clean is
// called at once.
func (f *Files) AtEnd(clean func()) (forget func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.over {
		clean()
		return func() {}
	}
	return f.add(clean)
}

func (f *Files) add(clean func()) (forget func()) {
	f.ends = append(f.ends, &clean)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.ends = slices.DeleteFunc(f.ends, func(other *func()) bool { return other == &clean })
	}
}

// Remove ends the run: it removes all temporary files, also those that another
// goroutine is about to write, rename or create, and calls what AtEnd was given, the last
// first.
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
