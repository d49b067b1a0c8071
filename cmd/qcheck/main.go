// Command qcheck says whether an answer about a formula holds: a proof or a model.
//
//	kissat -q q.cnf q.drat; qcheck q.cnf q.drat
//
// See `qcheck --help`.
package main

import (
	"os"

	"queens/cmd/internal/program"
	"queens/cmd/qcheck/command"
)

func main() { os.Exit(program.Main(command.New())) }
