// Command qmerge combines the answers of qsat to the parts of a formula into one answer.
//
//	qsat -c --part 1/2 -o 1.out q.cnf; qsat -c --part 2/2 -o 2.out q.cnf; qmerge 1.out 2.out
//
// See `qmerge --help`.
package main

import (
	"queens/cmd/internal/program"
	"queens/cmd/qmerge/command"
)

func main() { program.Main(command.New()) }
