// Package external runs another SAT solver: it hands over the formula the way
// that solver reads one, and reads its answer in whatever form it has. It owns no
// data but the temporary files that this takes.
package external

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mattn/go-shellwords"
)

// A Command is a solver's command line.
type Command struct {
	words []string
	in    bool // the formula goes to a file, in place of {in}
	out   bool // the answer comes from a file, in place of {out}
	// Proof is the name of a file for a proof, in place of {proof}.
	Proof string
	// Doubt is called with the reason why Solve does not accept an answer UNSATISFIABLE.
	Doubt func(error)
}

// The placeholders of file names in a command line.
const (
	inPlaceholder    = "{in}"
	outPlaceholder   = "{out}"
	proofPlaceholder = "{proof}"
)

// Parse splits a command line into words as a shell would, quotes included;
// nothing is expanded, and no shell will run. Without {in} the formula goes to
// standard input, and without {out} the answer comes from standard output,
// except for minisat and glucose, known by their names, which take two files.
func Parse(line string) (Command, error) {
	parser := shellwords.NewParser()
	words, err := parser.Parse(line)
	if err != nil {
		return Command{}, fmt.Errorf("expected a command, found %q: %w", line, err)
	}
	if parser.Position >= 0 {
		return Command{}, fmt.Errorf("expected a single command, found %q: no shell will run it", line)
	}
	if len(words) == 0 || words[0] == "" {
		return Command{}, errors.New("expected a command, found nothing")
	}
	c := Command{words: words, Doubt: func(error) {}, in: strings.Contains(line, inPlaceholder), out: strings.Contains(line, outPlaceholder)}
	if !c.in && !c.out && takesFiles(words[0]) {
		c.words = append(c.words, inPlaceholder, outPlaceholder)
		c.in, c.out = true, true
	}
	return c, nil
}

// takesFiles reports whether a solver of that name is called with the names
// of a formula and a result file.
func takesFiles(program string) bool {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	return strings.HasPrefix(name, "minisat") || strings.HasPrefix(name, "glucose")
}

// Files returns the names of files that the command may use: its program, and
// any word but those that stand for the formula and the result.
func (c Command) Files() []string {
	names := append([]string{}, c.words...)
	if path, err := exec.LookPath(names[0]); err == nil {
		names[0] = path
	}
	return names
}

// Proves reports whether the command is to write a proof.
func (c Command) Proves() bool { return strings.Contains(strings.Join(c.words, " "), proofPlaceholder) }

// args returns the words with the file names in their places.
func (c Command) args(in, out string) []string {
	r := strings.NewReplacer(inPlaceholder, in, outPlaceholder, out, proofPlaceholder, c.Proof)
	args := make([]string, len(c.words))
	for i, w := range c.words {
		args[i] = r.Replace(w)
	}
	return args
}
