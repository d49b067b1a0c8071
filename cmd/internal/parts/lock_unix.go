//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package parts

import (
	"os"
	"syscall"
)

// lock keeps other processes from a file until it is closed, on a file system that has locks.
func lock(file *os.File) error {
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == syscall.EWOULDBLOCK {
		return errLocked
	}
	return nil
}
