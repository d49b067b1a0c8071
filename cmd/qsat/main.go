// Command qsat solves formulas in DIMACS CNF.
//
//	qgen 8 | qsat | qshow
//
// See `qsat --help`.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"queens/cmd/internal/program"
)

// The garbage collector runs when memory in use has grown by half, where Go's default
// is to double it: clauses are long arrays without pointers, which cost it little.
//
// ballast is how much memory it believes to be in use from the start. No page of it is
// touched. A small formula is solved before the first collection, which would take a
// processor from one of two engines: auto on a colouring of 500 vertices takes 33 ms in
// place of 39.
const (
	growth  = 50 // per cent
	ballast = 20 << 20
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	weight := make([]byte, ballast)
	code := program.Run(newProgram(), os.Args, os.Stdin, os.Stdout, os.Stderr)
	runtime.KeepAlive(weight)
	os.Exit(code)
}
