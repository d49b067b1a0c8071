package opened

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock locks a byte beyond the end of a file until the file is closed, so that other processes
// can still read the file. It returns ErrLocked if another process has locked it.
func lock(file *os.File) error {
	far := windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &far)
	if err == windows.ERROR_LOCK_VIOLATION || err == windows.ERROR_IO_PENDING {
		return ErrLocked
	}
	return nil
}
