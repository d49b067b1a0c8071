package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

var errClosed = errors.New("standard output is closed")

// Standard returns w, or, if that is standard output and was closed when the
// program began (`>&-`), a writer that says so. The Go runtime opens the null
// device in its place, before anything else runs, and an answer would be lost
// without a word.
func Standard(w io.Writer) io.Writer {
	if w == io.Writer(os.Stdout) && openedByRuntime() {
		return closedWriter{}
	}
	return w
}

type closedWriter struct{}

func (closedWriter) Write([]byte) (int, error) { return 0, errClosed }

// posixShells are those that open the null device for writing only.
var posixShells = []string{"sh", "dash", "bash", "zsh", "ksh", "mksh", "fish", "busybox"}

// openedByRuntime reports whether the runtime has opened standard output, as far
// as can be told: it is the null device for reading and writing, which no
// redirection of a shell gives. But other programs start us with such a one on
// purpose (subprocess.DEVNULL of Python), so the parent has to be a shell whose
// own standard output is another, or a process that has none.
func openedByRuntime() bool {
	flags, err := unix.FcntlInt(uintptr(unix.Stdout), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR || !isNull("/proc/self/fd/1") {
		return false
	}
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	exe, err := os.Readlink(parent + "exe") // "bash (deleted)" after an update of it
	if err != nil {
		return false
	}
	if _, err := os.Lstat(parent + "fd/1"); err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return slices.Contains(posixShells, strings.TrimSuffix(filepath.Base(exe), " (deleted)")) && !isNull(parent+"fd/1")
}

// isNull reports whether a link of /proc is that to the null device.
func isNull(link string) bool {
	to, err := os.Readlink(link)
	return err == nil && to == os.DevNull
}
