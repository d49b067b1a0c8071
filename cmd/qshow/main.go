// Command qshow shows the boards in what a SAT solver answers.
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
