// Package external runs other SAT solvers. It passes the formula to a solver as a file or as
// standard input, and reads the answer in any usual form. It keeps nothing except temporary
// files.
package external

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/program"
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
	name := filepath.Base(words[0])
	if takesFiles := strings.HasPrefix(name, "minisat") || strings.HasPrefix(name, "glucose"); !c.in && !c.out && takesFiles {
		c.words = append(c.words, inPlaceholder, outPlaceholder)
		c.in, c.out = true, true
	}
	return c, nil
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

// Solve runs the solver on the formula with the assumptions. It returns the status and, if the status is
// Satisfiable, a model, which c.Check has checked; otherwise the model is nil. Variables that the solver
// does not assign are false. A wrong or missing model is an error, as is an error of run, with the status
// Unknown. If a signal killed the solver after an answer UNSATISFIABLE, or it ended with exit code 10, which
// means SATISFIABLE, Solve calls Doubt and returns Unknown, unless the command writes a proof, which the
// caller must check. Other exit codes differ between solvers and are ignored. When ctx ends, Solve kills the
// solver and returns the cause.
func (c Command) Solve(ctx context.Context, f *dimacs.Formula, assume []dimacs.Lit) (*dimacs.Assignment, dimacs.Status, error) {
	f = f.WithUnits(assume)
	p, err := c.run(ctx, f)
	contradicts := func(s *os.ProcessState) bool { return IsSignaled(s) || s.ExitCode() == program.ExitSatisfiable }
	switch {
	case ctx.Err() != nil:
		return nil, dimacs.Unknown, context.Cause(ctx)
	case err != nil:
		return nil, dimacs.Unknown, err
	case p.Status == dimacs.Unsatisfiable && !c.Proves() && contradicts(p.ProcessState):
		const doubt = "%s: it printed UNSATISFIABLE and then ended with %v: the answer is not accepted without a proof"
		c.Doubt(fmt.Errorf(doubt, c.words[0], p.ProcessState))
		return nil, dimacs.Unknown, nil
	case p.Status != dimacs.Satisfiable:
		return nil, p.Status, nil
	}
	if err := c.Check(ctx, f, p.Answer); err != nil {
		return nil, dimacs.Unknown, fmt.Errorf("%s: %w", c.words[0], err)
	}
	var model dimacs.Assignment
	for _, l := range p.Model {
		model.SetLit(l)
	}
	return &model, p.Status, nil
}

// run runs the solver on a formula and reads its answer. It writes the formula to a temporary file if
// the command contains {in}, and otherwise to the standard input of the solver. The error says that
// the solver could not run or that its answer cannot be read. If ctx has ended, neither result counts.
func (c Command) run(ctx context.Context, f *dimacs.Formula) (*process, error) {
	var in, out string
	if c.in || c.out {
		dir, remove, err := opened.From(ctx).MakeTemporaryDir("qsat-")
		if err != nil {
			return nil, err
		}
		defer remove()
		in, out = filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")
	}
	p := c.process(ctx, in, out, f.Vars, io.Discard)
	defer p.output.Close()
	if c.in {
		if err := create(ctx, in, f); err != nil {
			return nil, err
		}
	} else {
		stdin, formula, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		defer stdin.Close()
		p.Stdin = stdin
		go func() { write(ctx, formula, f); formula.Close() }()
	}
	if _, _, err := execute(ctx, p.Cmd, nil); err != nil {
		return nil, err
	}
	if err := p.finish(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", c.words[0], err)
	}
	return p, nil
}

// create creates or replaces the file called name, with the header and the clauses of the formula. The error
// is an error of the file, or the cause of ctx.
func create(ctx context.Context, name string, f *dimacs.Formula) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(ctx, file, f), file.Close())
}

// write writes the header and the clauses of the formula. It returns a write error, or the cause of ctx.
func write(ctx context.Context, to io.Writer, f *dimacs.Formula) error {
	w := dimacs.NewWriter(to)
	w.Header(f.Vars, int64(f.NumClauses()))
	return cmp.Or(w.Clauses(ctx, f), w.Flush())
}

// Version returns the first line, as firstLine defines it, that the command prints with the additional
// argument --version or, if that fails, that its program prints with only this argument. It returns "" if
// both fail, or if they take longer than limit together. The placeholders name empty temporary files. They
// must be files, because a solver may replace its result file, and that would destroy a device such as
// /dev/null.
func (c Command) Version(ctx context.Context, limit time.Duration) string {
	dir, remove, err := opened.From(ctx).MakeTemporaryDir("qbench-")
	if err != nil {
		return ""
	}
	defer remove()
	in, out := filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")
	c.Proof = filepath.Join(dir, "proof")
	for _, name := range []string{in, out, c.Proof} {
		if os.WriteFile(name, nil, 0o600) != nil {
			return ""
		}
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args := append(c.args(in, out), "--version")
	if version := firstLine(limited, args); version != "" || len(args) == 2 {
		return version
	}
	return firstLine(limited, []string{args[0], "--version"})
}

// firstLine runs a command and returns the first line of its standard output that is not blank, if it lies
// in the first 4,096 bytes, with unprintable characters escaped. It returns "" if the command fails, if ctx
// ends, or if the output has a status of a solver, because a wrapper that ignores --version solves the
// empty formula.
func firstLine(ctx context.Context, args []string) string {
	var printed excerpt
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var seen statuses
	cmd.Stdout = io.MultiWriter(&printed, &lines{each: seen.note})
	if _, _, err := execute(ctx, cmd, nil); err != nil || !cmd.ProcessState.Success() || seen != (statuses{}) {
		return ""
	}
	return printed.first()
}

// Digest returns 16 hexadecimal digits: the beginning of the SHA-256 sum of the sizes and contents of all
// files that the words of the command name, in this order, such as the program and a script that it runs.
// It skips words that name no readable regular file. The error is a read error, or the cause of ctx.
func (c Command) Digest(ctx context.Context) (string, error) {
	sum := sha256.New()
	for _, name := range c.Files() {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := os.Open(name)
		if err != nil { // a program may be executable, but not readable
			continue
		}
		fmt.Fprintf(sum, "%d ", info.Size())
		_, err = io.Copy(sum, input.UntilDone(ctx, f))
		if err = errors.Join(err, f.Close()); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}
