package program

import (
	"os"
	"syscall"
)

// systemSignals returns further signals, with the real-time signals, that end a program by
// default and that the Go runtime ignores.
func systemSignals() []os.Signal {
	list := []os.Signal{syscall.SIGIO, syscall.SIGPWR}
	for s := syscall.Signal(35); s <= 64; s++ { // the first real-time signals belong to the C library
		list = append(list, s)
	}
	return list
}
