// Command qshow draws the boards in the answer of a SAT solver.
//
//	qgen 8 | qsat | qshow
//
// See `qshow --help`.
package main

import (
	"queens/cmd/internal/program"
	"queens/cmd/qshow/command"
)

func main() { program.Main(command.New()) }
