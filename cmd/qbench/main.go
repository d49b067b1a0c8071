// Command qbench runs SAT solvers on a set of instances, reports the results, and prepares sets
// for competitions.
//
//	qbench run set --solver minisat --solver qsat && qbench report -o set.html set
//
// See `qbench --help`.
package main

import (
	"queens/cmd/internal/program"
	"queens/cmd/qbench/command"
)

func main() { program.Main(command.New()) }
