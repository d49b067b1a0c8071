// Package command is the program qsat: its flags, and what it calls for them. It is
// a package of its own so that tests of all programs together can run it.
package command

import (
	"os"
	"runtime"
	"runtime/debug"

	"queens/cmd/internal/program"
)

// growth is by how many per cent memory in use may grow before garbage is collected again, where
// Go's default is to double it: clauses are long arrays without pointers, which cost the collector
// little. A small formula is solved before the first collection.
const growth = 15

// Main runs the program as a process and returns the exit code.
func Main() int {
	if os.Getenv("GOGC") == "" {
		afterCollection(func() { debug.SetGCPercent(growth) })
	}
	return program.Main(New())
}

// afterCollection calls do soon after the next collection has found that an object is garbage
// to which nothing refers: a large one, as those are swept first, and with a finalizer, as
// cleanups wait until all is swept, which on one busy processor they did for 30 MB of garbage.
func afterCollection(do func()) {
	runtime.SetFinalizer(new([1 << 16]byte), func(*[1 << 16]byte) { do() })
}
