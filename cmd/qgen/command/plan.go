package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"queens/cmd/internal/program"

	"github.com/urfave/cli/v2"
)

// planLine is the limit for the length of a line of a plan, in bytes; a line must be
// shorter.
const planLine = 1 << 20

// planBytes is the largest size of a plan in bytes. The plan is held in memory.
const planBytes = 16 << 20

// readPlan parses each line as a sweep and calls do with it. Empty lines and comments,
// which begin with #, are skipped. The first error, also of do, ends the loop; it begins
// with the name and the number of the line. A line of planLine bytes or more is an error.
func readPlan(name string, from io.Reader, do func(*sweep) error) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, planLine)
	i := 1
	for ; lines.Scan(); i++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		f, err := parseSweep(words)
		if err == nil {
			err = do(f)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, i, err)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d:1: expected a line of less than %d MB, found a longer one", name, i, planLine>>20)
	} else if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// parseSweep parses flags and board sizes. A flag may lack its dashes, as in the comments
// of files. It returns an error if a flag or a size is malformed, or if there is no size.
func parseSweep(words []string) (*sweep, error) {
	f := new(sweep)
	flags := f.flags()
	args := make([]string, len(words))
	for i, word := range words {
		if args[i] = word; isFlag(word, flags) {
			args[i] = "--" + word
		}
	}
	set, err := program.Parse(flags, args)
	if err == nil && (f.regions == "" || len(set.Args()) > 0) {
		f.sizes, err = parseSizes(set.Args())
	}
	return f, err
}

// isFlag reports whether a word without dashes is a flag: the name of a flag and its value
// after an equals sign, or the name of a flag that has no value.
func isFlag(word string, flags []cli.Flag) bool {
	name, _, hasValue := strings.Cut(word, "=")
	for _, f := range flags {
		if _, isBool := f.(*cli.BoolFlag); f.Names()[0] == name {
			return hasValue || isBool
		}
	}
	return false
}
