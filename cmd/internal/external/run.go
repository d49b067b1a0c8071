package external

import (
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
	"time"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/program"
	"queens/dimacs"
)

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
	switch {
	case ctx.Err() != nil:
		return nil, dimacs.Unknown, context.Cause(ctx)
	case err != nil:
		return nil, dimacs.Unknown, err
	case p.Status == dimacs.Unsatisfiable && !c.Proves() && (IsSignaled(p.ProcessState) || p.ProcessState.ExitCode() == program.ExitSatisfiable):
		c.Doubt(fmt.Errorf("%s: it printed UNSATISFIABLE and then ended with %v: the answer is not accepted without a proof", c.words[0], p.ProcessState))
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
