// Command qcheck checks a proof, a model or a count of a formula.
//
//	kissat -q q.cnf q.drat; qcheck q.cnf q.drat
//
// See `qcheck --help`.
package main

import (
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/command"
)

func main() { program.Main(command.New()) }
