//go:build ignore

// Command general writes formulas that have nothing to do with queens. They measure how
// fast qsat is without the structure of a board.
//
//	go run cmd/internal/formulas/general.go -d DIR <testdata/bench/general.list
//
// It writes a file into DIR for each line of standard input, such as "3sat 50 213 1 SAT": the
// kind of formula and its arguments, and the expected answer if it is known. The answer becomes a
// comment in the file, and qbench compares the answers of solvers with it. An unknown kind is an
// error that lists the kinds; the files of this folder explain them.
package main

import (
	"errors"
	"fmt"
	"os"

	"queens/cmd/internal/formulas"
)

func main() {
	err := errors.New("expected -d DIR and a list on standard input")
	if len(os.Args) == 3 && os.Args[1] == "-d" {
		err = formulas.WriteSet(os.Args[2], os.Stdin)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "general:", err)
		os.Exit(1)
	}
}
