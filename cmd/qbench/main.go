// Command qbench runs SAT solvers over a set of instances, and makes reports and
// submissions of what it has measured.
//
//	qbench run set --solver minisat --solver qsat && qbench report -o set.html set
//
// See `qbench --help`.
package main

import (
	"os"

	"queens/cmd/internal/program"
	"queens/cmd/qbench/command"
)

func main() { os.Exit(program.Main(command.New())) }
