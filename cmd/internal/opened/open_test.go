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
