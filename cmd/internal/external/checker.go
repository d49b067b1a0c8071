package external

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"queens/dimacs"
)

// ErrNoVerdict is in the error for a checker of proofs that neither accepts nor rejects a proof.
var ErrNoVerdict = errors.New("it gave no verdict")

// ErrRejected is in the error for a checker that rejects a proof. Its text is the line that the checker prints.
var ErrRejected = errors.New("s NOT VERIFIED")

// formats holds the formats of certificates that checkers read, indexed by the name of the program. Other
// checkers read DRAT.
var formats = map[string]string{"lrat-check": "lrat", "lrat-trim": "lrat", "cake_lpr": "lrat", "cpog-check": "cpog", "cake_scpog": "cpog"}

// ParseChecker parses the command line of a checker of proofs such as drat-trim. The line may begin with
// the format that the checker reads (drat, lrat or cpog), as in lrat=CMD; otherwise the name of the program
// decides. The field Reads of the result is this format. ParseChecker appends {in} and {proof} to a line
// that contains neither. A line with only one of them is an error. So is a line that Parse rejects. After an
// error, the Command must not be used.
func ParseChecker(line string) (Command, error) {
	format, rest, found := strings.Cut(line, "=")
	if found = found && slices.Contains([]string{"drat", "lrat", "cpog"}, format); found {
		line = rest
	}
	c, err := Parse(line)
	if err == nil && !found {
		format = cmp.Or(formats[filepath.Base(c.words[0])], "drat")
	}
	c.Reads = format
	switch {
	case err != nil:
	case !c.in && !c.Proves():
		c.words, c.in = append(c.words, inPlaceholder, proofPlaceholder), true
	case !c.in || !c.Proves():
		err = fmt.Errorf("expected both {in} and {proof}, or neither, found %q", line)
	}
	return c, err
}

// Verify runs the command, which comes from ParseChecker, as a checker of the proof in the file called
// proof. If the command prints the line "s NOT VERIFIED" on standard output, the error wraps ErrRejected.
// Otherwise Verify returns nil if the command prints the line "c VERIFIED", as lrat-check does, or a line
// that begins with "s VERIFIED", as drat-trim and cake_lpr do. The exit code does not matter. If the
// command cannot run or prints no such line, the error wraps ErrNoVerdict. Verify writes the formula to the
// file checked.cnf in dir, without comments, because drat-trim takes some comments for headers, and some
// formulas for binary files. When ctx ends, Verify kills the command and returns the cause.
func (c Command) Verify(ctx context.Context, f *dimacs.Formula, dir, proof string) error {
	in := filepath.Join(dir, "checked.cnf")
	if err := create(ctx, in, f); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return fmt.Errorf("%w: %w", ErrNoVerdict, err)
	}
	c.Proof = proof
	var accepts, rejects bool
	verdicts := &lines{each: func(line []byte) {
		word := string(bytes.TrimSpace(line))
		accepts, rejects = accepts || strings.HasPrefix(word, "s VERIFIED") || word == "c VERIFIED", rejects || word == ErrRejected.Error()
	}}
	var printed excerpt
	args := c.args(in, "")
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdout = io.MultiWriter(verdicts, &printed)
	_, _, err := execute(ctx, cmd, nil)
	verdicts.Write([]byte("\n")) // in case the last line has no line end
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		err = fmt.Errorf("%w: %w", ErrNoVerdict, err)
	case rejects:
		err = ErrRejected
	case !accepts:
		err = fmt.Errorf("%w: %s", ErrNoVerdict, printed.last())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.words[0], err)
	}
	return nil
}
