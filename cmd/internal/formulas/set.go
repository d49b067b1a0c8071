package formulas

import (
	"bufio"
	"context"
	"errors"
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
		if err := write(dir, args); err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
	}
	return lines.Err()
}

// write writes a formula into dir. The arguments of Make, and the expected answer if it follows
// them as SAT or UNSAT, become comments.
func write(dir string, args []string) error {
	answer := args[len(args)-1]
	if answer == "SAT" || answer == "UNSAT" {
		args = args[:len(args)-1]
	} else {
		answer = ""
	}
	f, err := Make(args...)
	if err != nil {
		return err
	}
	f.Comments = []dimacs.Comment{{Key: "kind", Value: strings.Join(args, " ")}}
	if answer != "" {
		f.Comments = append(f.Comments, dimacs.Comment{Key: "status", Value: answer})
	}
	file, err := os.Create(filepath.Join(dir, strings.Join(args, "-")+".cnf"))
	if err != nil {
		return err
	}
	return errors.Join(f.Write(context.Background(), file), file.Close())
}
