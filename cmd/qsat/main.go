// Command qsat solves formulas in DIMACS CNF.
//
//	qgen 8 | qsat | qshow
//
// See `qsat --help`.
package main

import (
	"os"

	"queens/cmd/internal/program"
)

func main() {
	os.Exit(program.Run(newProgram(), os.Args, os.Stdin, os.Stdout, os.Stderr))
}
