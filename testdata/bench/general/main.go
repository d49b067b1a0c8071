// Command general writes formulas that have nothing to do with queens. They measure how
// fast qsat is without the structure of a board.
//
//	general KIND ARGUMENT.. [SAT|UNSAT]
//	general -d DIR <testdata/bench/general.list
//
// The first form writes a formula to standard output; without arguments it lists the kinds,
// which are explained in the files of testdata/formulas. The second form writes a file into
// DIR for each line of standard input. SAT or UNSAT at the end of a line is the expected
// answer. It becomes a comment in the file, and qbench compares the answers of solvers with
// it.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"queens/dimacs"
	"queens/testdata/formulas"
)

func main() {
	args := os.Args[1:]
	var err error
	if len(args) == 2 && args[0] == "-d" {
		err = writeSet(args[1], os.Stdin)
	} else {
		err = write(os.Stdout, args)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "general:", err)
		os.Exit(1)
	}
}

// writeSet writes a formula into dir for each line of the list, which holds the arguments of
// formulas.Make and perhaps the expected answer. The line "3sat 50 213 1 SAT" becomes the
// file 3sat-50-213-1.cnf. Empty lines and lines that begin with # are skipped. The first
// error ends the run. The directory is created if necessary.
func writeSet(dir string, list io.Reader) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		args := strings.Fields(lines.Text())
		if len(args) == 0 || args[0][0] == '#' {
			continue
		}
		kind, _ := splitAnswer(args)
		f, err := os.Create(filepath.Join(dir, strings.Join(kind, "-")+".cnf"))
		if err != nil {
			return err
		}
		err = write(f, args)
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
	}
	return lines.Err()
}

// splitAnswer splits the expected answer, a last argument SAT or UNSAT, from the arguments
// of formulas.Make; answer is "" if it is missing.
func splitAnswer(args []string) (kind []string, answer string) {
	if last := len(args) - 1; last >= 0 && (args[last] == "SAT" || args[last] == "UNSAT") {
		return args[:last], args[last]
	}
	return args, ""
}

func write(to io.Writer, args []string) error {
	args, answer := splitAnswer(args)
	f, err := formulas.Make(args...)
	if err != nil {
		return err
	}
	w := dimacs.NewWriter(to)
	w.Comment("kind", strings.Join(args, " "))
	if answer != "" {
		w.Comment("status", answer)
	}
	w.Header(f.Vars, int64(f.NumClauses()))
	if err := w.Clauses(context.Background(), f); err != nil {
		return err
	}
	return w.Flush()
}
