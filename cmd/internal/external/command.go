// Package external runs other SAT solvers. It passes the formula to a solver as a file or as
// standard input, and reads the answer in any usual form. It keeps nothing except temporary
// files.
package external

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"queens/dimacs"

	"github.com/mattn/go-shellwords"
)

// A Command is the command line of a solver, or of a checker of proofs.
type Command struct {
	words []string // the program and its arguments, with placeholders
	in    bool     // the formula is passed in a file, whose name replaces {in}, and not as standard input
	out   bool     // the answer is read from a file, whose name replaces {out}, and not from standard output
	// Proof is the name of the proof file, which replaces {proof}.
	Proof string
	// Check returns an error unless an answer has a model of the formula. It must be set before Solve, which
	// calls it.
	Check func(ctx context.Context, f *dimacs.Formula, a Answer) error
	// Tolerant accepts an answer with lines that no solver prints.
	Tolerant bool
	// Reads is the format of certificates that a checker reads: drat, lrat or cpog. It is "" for a solver.
	Reads string
	// Doubt is called with the reason if Solve does not accept an answer UNSATISFIABLE. Of sets it to a function
	// that does nothing.
	Doubt func(error)
}

// Placeholders for file names in a command line.
const (
	inPlaceholder    = "{in}"
	outPlaceholder   = "{out}"
	proofPlaceholder = "{proof}"
)

// Parse splits a command line into words as a shell does, with quotes. Nothing is expanded, and
// operators of a shell such as | are an error, as is a line without a word. The formula goes to the file
// {in} or to standard input; the answer comes from the file {out} or from standard output. If the line
// contains neither {in} nor {out} and the name of the program begins with minisat or glucose, both are
// appended.
func Parse(line string) (Command, error) {
	parser := shellwords.NewParser()
	words, err := parser.Parse(line)
	if err != nil {
		return Command{}, fmt.Errorf("expected a command, found %q: %w", line, err)
	}
	if parser.Position >= 0 {
		return Command{}, fmt.Errorf("expected a single command, found %q: no shell runs it; to use one, write sh -c 'COMMANDS'", line)
	}
	return Of(words)
}

// Of returns the command that consists of a copy of the words. The first word is the program; if it is
// missing or empty, that is an error. See Parse for placeholders.
func Of(words []string) (Command, error) {
	if len(words) == 0 || words[0] == "" {
		return Command{}, errors.New("expected a command, found nothing")
	}
	line := strings.Join(words, " ")
	c := Command{words: slices.Clone(words), Doubt: func(error) {}, in: strings.Contains(line, inPlaceholder), out: strings.Contains(line, outPlaceholder)}
	if !c.in && !c.out && takesFiles(words[0]) {
		c.words = append(c.words, inPlaceholder, outPlaceholder)
		c.in, c.out = true, true
	}
	return c, nil
}

// takesFiles reports whether the name of the program begins with minisat or glucose, which take
// the names of a formula and of a result file.
func takesFiles(program string) bool {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	return strings.HasPrefix(name, "minisat") || strings.HasPrefix(name, "glucose")
}

// Files returns the words of the command, any of which may name a file. The path of the program replaces
// its name if the program is found.
func (c Command) Files() []string {
	names := slices.Clone(c.words)
	if path, err := exec.LookPath(names[0]); err == nil {
		names[0] = path
	}
	return names
}

// Proves reports whether the command contains {proof}: a solver then writes a proof, and a checker reads it.
func (c Command) Proves() bool { return strings.Contains(strings.Join(c.words, " "), proofPlaceholder) }

// Prints reports whether the answer comes from standard output, and not from a file {out}.
func (c Command) Prints() bool { return !c.out }

// args returns a copy of the words in which in replaces {in}, out replaces {out}, and c.Proof replaces
// {proof}.
func (c Command) args(in, out string) []string {
	r := strings.NewReplacer(inPlaceholder, in, outPlaceholder, out, proofPlaceholder, c.Proof)
	args := make([]string, len(c.words))
	for i, w := range c.words {
		args[i] = r.Replace(w)
	}
	return args
}
