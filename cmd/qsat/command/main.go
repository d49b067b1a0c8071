// Package command is the program qsat: its flags and the functions that they call. It is a
// package of its own so that tests of all programs together can run it.
package command

import (
	"os"
	"runtime/debug"
	"time"

	"queens/cmd/internal/program"
)

// A run that lasts longer than patience lets the heap grow by growth percent before the next
// garbage collection, unless GOGC is set. Clauses are long arrays without pointers, which are
// cheap to collect. Go's default is 100 percent; shorter runs keep it.
const (
	growth   = 15
	patience = 100 * time.Millisecond
)

// Main runs the program as a process and returns the exit code.
func Main() int {
	if os.Getenv("GOGC") == "" {
		time.AfterFunc(patience, func() { debug.SetGCPercent(growth) })
	}
	return program.Main(New())
}
