package program

import (
	"os"
	"syscall"
	"unsafe"
)

// systemSignals returns the other signals that end a program by default and that the runtime of Go
// would ignore, with the real-time signals.
func systemSignals() []os.Signal {
	list := []os.Signal{syscall.SIGIO, syscall.SIGPWR}
	for s := syscall.Signal(35); s <= 64; s++ { // the first of them belong to the C library
		list = append(list, s)
	}
	return list
}

// restoreDefault gives a signal its default effect, past the runtime of Go, and reports whether it
// could.
func restoreDefault(s syscall.Signal) bool {
	var action [64]byte // SIG_DFL, no flags and an empty mask, in the layout of any architecture
	const maskSize = 8
	_, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&action)), 0, maskSize, 0, 0)
	return errno == 0
}
