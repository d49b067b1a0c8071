// Package signals changes the effects of signals without the Go runtime. The runtime keeps its
// own handler installed even when no channel is notified of a signal any more.
//
// Until Notify or signal.Notify is called for such a signal, the runtime ignores some signals that end a
// program by default, and prints its goroutines on others. The package gives them their default effect when it
// is initialized, so that they are not lost while the program starts. Before that, while the runtime
// itself starts, they are lost.
package signals

import (
	"os"
	"os/signal"
	"syscall"
	"unsafe"
)

// restores holds, for each signal with its default effect from the start, the function that gives
// it to the runtime.
var restores = map[os.Signal]func(){}

func init() {
	for _, s := range []os.Signal{syscall.SIGXCPU, syscall.SIGALRM, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGQUIT, syscall.SIGABRT} {
		if restore, ok := Default(s); ok {
			restores[s] = restore
		}
	}
}

// Notify calls signal.Notify, also for signals that have their default effect from the start.
func Notify(caught chan<- os.Signal, s os.Signal) {
	signal.Notify(caught, s)
	if restore := restores[s]; restore != nil {
		restore()
	}
}

// Default gives a signal its default effect until restore is called. It reports whether the system
// accepted the change; if not, restore is nil.
func Default(s os.Signal) (restore func(), ok bool) {
	var byDefault, before action
	if !change(s, &byDefault, &before) {
		return nil, false
	}
	return func() { change(s, &before, nil) }, true
}

// An action has room for the kernel's struct sigaction on any architecture. The zero value is
// SIG_DFL without flags and with an empty mask.
type action [64]byte

// change stores the action of a signal in *from, unless from is nil, and makes *to its action. It reports
// whether the system accepted the change.
func change(s os.Signal, to, from *action) bool {
	const maskSize = 8
	_, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(s.(syscall.Signal)), uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(from)), maskSize, 0, 0)
	return errno == 0
}
