package opened

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Named replaces the file names of package os in errors of opening and renaming.
func TestNamed(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	_, opening := Open(t.Context(), missing, os.O_RDONLY)
	renaming := os.Rename(missing, missing+"2")
	for _, err := range []error{opening, renaming} {
		if named := Named("x.cnf", err); !errors.Is(named, fs.ErrNotExist) || named.Error() != "x.cnf: "+Reason(err).Error() {
			t.Errorf("%v became %v", err, named)
		}
	}
	if other := errors.New("another reason"); Reason(other) != other {
		t.Errorf("%v became %v", other, Reason(other))
	}
	if f, err := Open(t.Context(), os.DevNull, os.O_WRONLY); err != nil || f.Close() != nil {
		t.Errorf("%s: %v", os.DevNull, err)
	}
}

// A file is locked once, also through a link to it.
func TestLocked(t *testing.T) {
	name, link := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	file, err := Locked(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := Locked(link); !errors.Is(err, ErrLocked) {
		t.Errorf("the file is locked: %v", err)
	}
	file.Close()
	again, err := Locked(link)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
