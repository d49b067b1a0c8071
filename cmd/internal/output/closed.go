package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// errClosed is the error for standard output that a shell closed.
var errClosed = errors.New("it is closed: expected a file, a pipe or " + os.DevNull)

// isClosed reports whether w is the standard output of the process, and a shell closed it, as with
// `>&-`. It reports this on Linux only.
//
// The Go runtime replaces a closed standard output by the null device, opened for reading and
// writing. Python (subprocess.DEVNULL) and Node.js pass on just that to discard the output, but
// shells do not, unless their own standard output is the null device.
func isClosed(w io.Writer) bool {
	if w != io.Writer(os.Stdout) || linkedTo("/proc/self/fd/1") != os.DevNull {
		return false
	}
	var position, flags int
	info, _ := os.ReadFile("/proc/self/fdinfo/1")
	fmt.Sscanf(string(info), "pos: %d\nflags: %o", &position, &flags)
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	shell := filepath.Base(linkedTo(parent + "exe"))
	return flags&os.O_RDWR != 0 && linkedTo(parent+"fd/1") != os.DevNull && slices.Contains(shells, shell)
}

var shells = []string{"ash", "bash", "busybox", "dash", "fish", "ksh", "ksh93", "mksh", "sh", "yash", "zsh"}

// linkedTo returns the target of a symbolic link, or "" if there is no such link.
func linkedTo(name string) string {
	target, _ := os.Readlink(name)
	return target
}
