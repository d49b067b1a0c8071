//go:build ignore

// Command general writes formulas that have nothing to do with queens. They measure how
// fast qsat is without the structure of a board.
//
//	go run cmd/internal/formulas/general.go KIND ARGUMENT.. [SAT|UNSAT]
//	go run cmd/internal/formulas/general.go -d DIR <testdata/bench/general.list
//
// The first form writes a formula to standard output; without arguments it lists the kinds,
// which are explained in the files of this folder. The second form writes a file into
// DIR for each line of standard input. SAT or UNSAT at the end of a line is the expected
// answer. It becomes a comment in the file, and qbench compares the answers of solvers with
// it.
package main

import (
	"fmt"
	"os"

	"queens/cmd/internal/formulas"
)

func main() {
	args := os.Args[1:]
	var err error
	if len(args) == 2 && args[0] == "-d" {
		err = formulas.WriteSet(args[1], os.Stdin)
	} else {
		err = formulas.Write(os.Stdout, args)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "general:", err)
		os.Exit(1)
	}
}
