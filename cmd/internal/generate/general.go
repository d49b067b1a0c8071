//go:build ignore

// Command general writes formulas that have nothing to do with queens. They measure how
// fast qsat is without the structure of a board.
//
//	go run cmd/internal/generate/general.go -d DIR <testdata/bench/general.list
//
// It writes a file into DIR for each line of standard input, such as "3sat 50 213 1 SAT": the
// kind of formula and its arguments, and the expected answer if it is known. The answer becomes a
// comment in the file, and qbench compares the answers of solvers with it. Empty lines and lines whose
// first word begins with # are skipped. An unknown kind is an error that lists the kinds; the files of
// this folder explain them.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"queens/cmd/internal/generate"
	"queens/dimacs"
)

func main() {
	err := errors.New("expected -d DIR and a list on standard input")
	if len(os.Args) == 3 && os.Args[1] == "-d" {
		err = os.MkdirAll(os.Args[2], 0o777)
		for lines := bufio.NewScanner(os.Stdin); err == nil && lines.Scan(); {
			if args := strings.Fields(lines.Text()); len(args) > 0 && args[0][0] != '#' {
				err = write(os.Args[2], args)
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "general:", err)
		os.Exit(1)
	}
}

// write writes the formula that Make returns for args into dir. Before this, it removes SAT or
// UNSAT, the expected answer, from the end of args, which must not be empty. The arguments and the
// answer become comments. The line "3sat 50 213 1 SAT" becomes the file 3sat-50-213-1.cnf.
func write(dir string, args []string) error {
	var answer []dimacs.Comment
	if last := len(args) - 1; slices.Contains([]string{"SAT", "UNSAT"}, args[last]) {
		args, answer = args[:last], []dimacs.Comment{{Key: "status", Value: args[last]}}
	}
	f, err := generate.Make(args...)
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	f.Comments = append([]dimacs.Comment{{Key: "kind", Value: strings.Join(args, " ")}}, answer...)
	file, err := os.Create(filepath.Join(dir, strings.Join(args, "-")+".cnf"))
	if err != nil {
		return err
	}
	return errors.Join(f.Write(context.Background(), file), file.Close())
}
