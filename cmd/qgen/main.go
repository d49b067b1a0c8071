// Command qgen writes boards of queens and other pieces as a SAT problem, in DIMACS CNF or in the
// languages of other solvers.
//
//	qgen 8 | qsat | qshow
//
// See `qgen --help`.
package main

import (
	"queens/cmd/internal/program"
	"queens/cmd/qgen/command"
)

func main() { program.Main(command.New()) }
