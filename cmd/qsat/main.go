// Command qsat solves formulas in DIMACS CNF.
//
//	qgen 8 | qsat | qshow
//
// See `qsat --help`.
package main

import (
	"queens/cmd/internal/program"
	"queens/cmd/qsat/command"
)

func main() {
	command.CollectOften()
	program.Main(command.New())
}
