// Package command is the program qsat: its flags, and what it calls for them. It is
// a package of its own so that tests of all programs together can run it.
package command

import (
	"os"
	"runtime/debug"

	"queens/cmd/internal/program"
)

// growth is the percentage by which the heap may grow before the next garbage collection, unless
// GOGC is set. Clauses are long arrays without pointers, which are cheap to collect. Peak memory
// and processor time, medians of three runs on two cores:
//
//	                           15            50            100 (Go's default)
//	large3sat 500000 1350000   337 MB 6.0 s  349 MB 5.7 s  430 MB 5.5 s
//	large3sat 100000 310000    82 MB 1.11 s  83 MB 1.06 s  100 MB 1.00 s
//	qgen 200 | qsat            217 MB 0.55 s 218 MB 0.55 s 217 MB 0.53 s
//	tseitin 60 3 1             11 MB 9 ms    11 MB 7 ms    11 MB 7 ms
const growth = 50

// Main runs the program as a process and returns the exit code.
func Main() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	return program.Main(New())
}
