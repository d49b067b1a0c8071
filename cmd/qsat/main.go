// Command qsat solves formulas in DIMACS CNF.
//
//	qgen 8 | qsat | qshow
//
// See `qsat --help`.
package main

import (
	"os"

	"queens/cmd/qsat/command"
)

func main() { os.Exit(command.Main()) }
