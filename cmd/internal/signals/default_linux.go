// Package signals changes the effects of signals without the Go runtime. The runtime keeps its
// own handler installed even when no channel is notified of a signal any more.
package signals

import (
	"syscall"
	"unsafe"
)

// Default gives a signal its default effect until restore is called. It reports whether the
// system accepted the change.
func Default(s syscall.Signal) (restore func(), ok bool) {
	var byDefault, before action
	ok = change(s, &byDefault, &before)
	return func() { change(s, &before, nil) }, ok
}

// An action has room for the kernel's struct sigaction on any architecture. The zero value is
// SIG_DFL without flags and with an empty mask.
type action [64]byte

func change(s syscall.Signal, to, from *action) bool {
	const maskSize = 8
	_, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(from)), maskSize, 0, 0)
	return errno == 0
}
