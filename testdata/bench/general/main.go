// Command general writes formulas that are about anything but queens, for the
// benchmark of what qsat does where it finds no structure of a board:
//
//	general FAMILY ARGUMENT..
//
// Without arguments it lists the families, each of which is explained in a file of
// testdata/formulas. The formula goes to standard output.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"queens/dimacs"
	"queens/testdata/formulas"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "general:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	f, err := formulas.Make(args...)
	if err != nil {
		return err
	}
	w := dimacs.NewWriter(os.Stdout)
	w.Comment("family", strings.Join(args, " "))
	w.Header(f.Vars, int64(f.NumClauses()))
	if err := w.Clauses(context.Background(), f); err != nil {
		return err
	}
	return w.Flush()
}
