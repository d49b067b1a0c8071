package external

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"queens/dimacs"
)

// How long a solver's output is waited for, which a child that outlives it may
// keep open: after it was killed, and after it has ended by itself, when the
// output may hold the answer.
const (
	patience = 50 * time.Millisecond
	drain    = time.Second
)

// Solve runs the solver on the formula and the assumptions. It returns a model,
// which was checked, or nil, with the status that the solver gave. When ctx ends
// the solver is killed and the error is the cause.
func (c Command) Solve(ctx context.Context, f *dimacs.Formula, assume []dimacs.Lit) (*dimacs.Assignment, dimacs.Status, error) {
	r := &run{command: c, formula: f, assume: assume}
	if c.in || c.out {
		dir, err := os.MkdirTemp("", "qsat-")
		if err != nil {
			return nil, dimacs.Unknown, err
		}
		defer os.RemoveAll(dir)
		r.in, r.out = filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")
	}
	ended := make(chan error, 1)
	go func() { ended <- r.solve(ctx) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		select {
		case <-ended:
		case <-time.After(patience):
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, dimacs.Unknown, context.Cause(ctx)
	case err != nil:
		return nil, dimacs.Unknown, err
	case r.status != dimacs.Satisfiable:
		return nil, r.status, nil
	}
	clause := r.falsified()
	switch {
	case clause == nil:
		return &r.model, r.status, nil
	case !r.printed:
		err = errors.New("it printed no model")
	default:
		err = fmt.Errorf("wrong model: it does not satisfy the clause %v", clause)
	}
	return nil, dimacs.Unknown, fmt.Errorf("%s: %w", c.words[0], err)
}

// A run is one run of a solver.
type run struct {
	command Command
	formula *dimacs.Formula
	assume  []dimacs.Lit
	in, out string // temporary files, or empty
	stderr  tail
	answer
}

// falsified returns a clause or an assumption that the model does not satisfy, nil
// if there is none.
func (r *run) falsified() []dimacs.Lit {
	for _, l := range r.assume {
		if !r.model.Holds(l) {
			return []dimacs.Lit{l}
		}
	}
	return r.formula.Falsified(&r.model)
}

// solve runs the solver and reads its answer.
func (r *run) solve(ctx context.Context) error {
	args := r.command.args(r.in, r.out)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	output, stdout := io.Pipe()
	cmd.Stdout, cmd.Stderr = stdout, &r.stderr
	cmd.WaitDelay = drain
	ownGroup(cmd)
	read := make(chan error, 1)
	go func() {
		read <- r.read(output, "output", r.formula.Vars)
		io.Copy(io.Discard, output) // or the solver would wait
	}()
	err := r.execute(ctx, cmd)
	stdout.Close()
	if err != nil {
		return err
	}
	err = <-read
	if r.command.out && (err != nil || r.status != dimacs.Unsatisfiable) {
		err = r.readFile(ctx, r.out, r.formula.Vars)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w (%v)", args[0], err, cmd.ProcessState)
		if text := r.stderr.String(); text != "" {
			err = fmt.Errorf("%w: %s", err, text)
		}
	}
	return err
}

// execute runs the command, with the formula in a file or on its standard input.
// What its exit code means differs from solver to solver: it is no error.
func (r *run) execute(ctx context.Context, cmd *exec.Cmd) error {
	if r.command.in {
		f, err := os.Create(r.in)
		if err != nil {
			return err
		}
		if err := errors.Join(r.write(ctx, f), f.Close()); err != nil {
			return err
		}
	} else {
		stdin, formula := io.Pipe()
		defer stdin.Close()
		cmd.Stdin = stdin
		go func() { formula.CloseWithError(r.write(ctx, formula)) }()
	}
	err := cmd.Run()
	if errors.As(err, new(*exec.ExitError)) || errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

// write writes the formula and the assumptions as unit clauses.
func (r *run) write(ctx context.Context, to io.Writer) error {
	w := dimacs.NewWriter(to)
	f := r.formula
	w.Header(f.Vars, int64(f.NumClauses()+len(r.assume)))
	if err := w.Clauses(ctx, f); err != nil {
		return err
	}
	for _, l := range r.assume {
		w.Clause(l)
	}
	return w.Flush()
}
