//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package opened

import (
	"os"
	"syscall"
)

// lock locks a file until it is closed, or returns ErrLocked if another process has locked it. On
// a file system without locks it does nothing and returns nil.
func lock(file *os.File) error {
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == syscall.EWOULDBLOCK {
		return ErrLocked
	}
	return nil
}
