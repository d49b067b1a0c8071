package program

import (
	"os"
	"syscall"
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
