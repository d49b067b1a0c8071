package formulas

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"queens/dimacs"
)

// WriteSet writes a formula into dir for each line of the list, which holds the arguments of
// Make and perhaps the expected answer. The line "3sat 50 213 1 SAT" becomes the
// file 3sat-50-213-1.cnf. Empty lines and lines that begin with # are skipped. The first
// error ends the run. The directory is created if necessary.
func WriteSet(dir string, list io.Reader) error {
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
		err = Write(f, args)
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
// of Make; answer is "" if it is missing.
func splitAnswer(args []string) (kind []string, answer string) {
	if last := len(args) - 1; last >= 0 && (args[last] == "SAT" || args[last] == "UNSAT") {
		return args[:last], args[last]
	}
	return args, ""
}

// Write writes the formula of the arguments of Make, which the expected answer may follow. Both
// become comments.
func Write(to io.Writer, args []string) error {
	args, answer := splitAnswer(args)
	f, err := Make(args...)
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
