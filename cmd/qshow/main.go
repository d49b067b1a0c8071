// Command qshow draws the boards in the answer of a SAT solver.
//
//	qgen 8 | qsat | qshow
//
// See `qshow --help`.
package main

import (
	"os"

	"queens/cmd/internal/program"
	"queens/cmd/qshow/command"
)

func main() { os.Exit(program.Main(command.New())) }
