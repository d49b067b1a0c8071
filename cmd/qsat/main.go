// Command qsat solves formulas in DIMACS CNF.
//
//	qgen 8 | qsat | qshow
//
// See `qsat --help`.
package main

import (
	"os"
	"runtime"

	"queens/cmd/internal/program"
)

// ballast is how much memory the garbage collector believes to be in use from
// the start, so that it lets twice as much become garbage before it runs. No page
// of it is touched. A small formula is solved before the first collection, which
// would take a processor from one of two engines: auto on a colouring of 500
// vertices takes 33 ms in place of 39.
const ballast = 16 << 20

func main() {
	weight := make([]byte, ballast)
	code := program.Run(newProgram(), os.Args, os.Stdin, os.Stdout, os.Stderr)
	runtime.KeepAlive(weight)
	os.Exit(code)
}
