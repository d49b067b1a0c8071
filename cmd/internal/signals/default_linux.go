// Package signals changes the effects of signals without the Go runtime. The runtime keeps its
// own handler installed even when no channel is notified of a signal any more.
//
// The runtime ignores some signals that end a program by default until a channel is notified of
// them. The package gives them their default effect when it is initialized, so that they are not
// lost while the program starts. Before that, while the runtime itself starts, they are lost.
package signals

import (
	"os"
	"sync"
	"syscall"
	"unsafe"
)

// System returns signals that only Linux has, such as the real-time signals. They end a program by
// default, and the runtime ignores them.
func System() []os.Signal {
	list := []os.Signal{syscall.SIGIO, syscall.SIGPWR}
	for s := syscall.Signal(35); s <= 64; s++ { // the first real-time signals belong to the C library
		list = append(list, s)
	}
	return list
}

func init() {
	for _, s := range append([]os.Signal{syscall.SIGXCPU, syscall.SIGALRM, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGVTALRM}, System()...) {
		Default(s)
	}
}

// runtimes holds the action of the runtime for each signal that Default has changed.
var runtimes struct {
	sync.Mutex
	actions map[os.Signal]*action
}

// Default gives a signal its default effect until Restore is called. It reports whether the system
// accepted the change.
func Default(s os.Signal) bool {
	runtimes.Lock()
	defer runtimes.Unlock()
	var byDefault, before action
	if !change(s, &byDefault, &before) {
		return false
	}
	if runtimes.actions[s] == nil {
		if runtimes.actions == nil {
			runtimes.actions = map[os.Signal]*action{}
		}
		runtimes.actions[s] = &before
	}
	return true
}

// Restore gives a signal the effect that it had before the first call of Default, if any.
func Restore(s os.Signal) {
	runtimes.Lock()
	defer runtimes.Unlock()
	if before := runtimes.actions[s]; before != nil {
		change(s, before, nil)
	}
}

// An action has room for the kernel's struct sigaction on any architecture. The zero value is
// SIG_DFL without flags and with an empty mask.
type action [64]byte

func change(s os.Signal, to, from *action) bool {
	const maskSize = 8
	_, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(s.(syscall.Signal)), uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(from)), maskSize, 0, 0)
	return errno == 0
}
