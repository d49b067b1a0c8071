package command

import (
	"fmt"
	"io"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/program"

	"github.com/urfave/cli/v2"
)

// planBytes is the largest size of a plan in bytes. The plan is held in memory.
const planBytes = 16 << 20

// readPlan parses each line of the text of a plan as a sweep and calls do with it. It skips blank
// lines, and comments, which begin with #. The first error, also of do, ends the loop. readPlan
// returns it after name, which is the name of the plan, and the number of the line, from 1.
func readPlan(name, text string, do func(*sweep) error) error {
	i := 0
	for line := range strings.Lines(text) {
		i++
		words := strings.Fields(line)
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
	return nil
}

// readText reads the whole file. It returns an error if reading fails, or if the file has more
// than most bytes. In the message, kind names the contents, such as "a plan".
func readText(in *input.File, most int64, kind string) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s: expected %s of at most %d MB, found a longer one", in.Name, kind, most>>20)
	}
	return string(text), err
}

// parseSweep parses flags and board sizes. A flag may lack its dashes, as in the comments of
// files; see isFlag. It returns a usage error if a flag or a size is malformed, if flags break
// sweepRules, or if there is neither a size nor --regions. Without a size, the field sizes is nil.
// The result has no partition yet.
func parseSweep(words []string) (*sweep, error) {
	f := new(sweep)
	flags := f.flags()
	args := make([]string, len(words))
	for i, word := range words {
		if args[i] = word; isFlag(word, flags) {
			args[i] = "--" + word
		}
	}
	set, err := program.Parse(flags, sweepRules(), args)
	f.given = cli.NewContext(nil, set, nil).IsSet
	if err == nil && (f.regions == "" || len(set.Args()) > 0) {
		f.sizes, err = parseSizes(set.Args())
	}
	return f, err
}

// isFlag reports whether a word without dashes is one of flags: the first name of a flag and its
// value after an equals sign, or the first name of a flag that has no value.
func isFlag(word string, flags []cli.Flag) bool {
	name, _, hasValue := strings.Cut(word, "=")
	for _, f := range flags {
		if _, isBool := f.(*cli.BoolFlag); f.Names()[0] == name {
			return hasValue || isBool
		}
	}
	return false
}
