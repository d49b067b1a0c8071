package program

import (
	"os"
	"syscall"
	"unsafe"
)

// setDefault gives a signal its default effect without the Go runtime, which keeps its own handler even when
// no channel is notified of the signal any more. It reports whether the system accepted the change.
func setDefault(s os.Signal) bool {
	var byDefault [64]byte // room for struct sigaction on any architecture: SIG_DFL, no flags, an empty mask
	const maskSize = 8
	number := uintptr(s.(syscall.Signal))
	_, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, number, uintptr(unsafe.Pointer(&byDefault)), 0, maskSize, 0, 0)
	return errno == 0
}
