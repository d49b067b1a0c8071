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

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// How long a solver's output is waited for, which a child that outlives it may
// keep open: after it was killed, and after it has ended by itself, when the
// output may hold the answer.
const (
	patience = 50 * time.Millisecond
	drain    = time.Second
)

// Solve runs the solver on the formula of a task and its assumptions. It
// returns a model, which was checked, or nil, with the status that the solver
// gave. When ctx ends the solver is killed and the error is the cause.
func (c Command) Solve(ctx context.Context, t *engine.Task) (*dimacs.Assignment, dimacs.Status, error) {
	run := &run{command: c, task: t}
	if err := run.files(ctx); err != nil {
		return nil, dimacs.Unknown, err
	}
	defer run.remove()
	answer, err := run.answer(ctx)
	if ctx.Err() != nil {
		return nil, dimacs.Unknown, context.Cause(ctx)
	}
	if err != nil || answer.status != dimacs.Satisfiable {
		return nil, answer.status, err
	}
	if err := run.check(&answer); err != nil {
		return nil, dimacs.Unknown, fmt.Errorf("%s: %w", c.words[0], err)
	}
	return &answer.model, answer.status, nil
}

// check refuses what is no model.
func (r *run) check(a *answer) error {
	var wrong *engine.WrongModelError
	err := engine.Check(r.task, &a.model)
	switch {
	case err != nil && !a.printed:
		return errNoModel
	case errors.As(err, &wrong):
		return fmt.Errorf("wrong model: it does not satisfy the clause %v", wrong.Clause)
	}
	return err
}

// A run is one run of a solver.
type run struct {
	command Command
	task    *engine.Task
	dir     string // temporary, or empty
	in, out string // files in dir, or empty
	stderr  tail
}

// files makes the files that the command line names.
func (r *run) files(ctx context.Context) error {
	if !r.command.in && !r.command.out {
		return nil
	}
	dir, err := os.MkdirTemp("", "qsat-")
	if err != nil {
		return err
	}
	r.dir, r.in, r.out = dir, filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")
	if err = r.writeFile(ctx); err != nil {
		r.remove()
	}
	return err
}

// remove removes the files.
func (r *run) remove() {
	if r.dir != "" {
		os.RemoveAll(r.dir)
	}
}

// writeFile writes the formula to the file for it.
func (r *run) writeFile(ctx context.Context) error {
	if !r.command.in {
		return nil
	}
	f, err := os.Create(r.in)
	if err != nil {
		return err
	}
	if err := r.write(ctx, f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// write writes the formula and the assumptions as unit clauses.
func (r *run) write(ctx context.Context, to io.Writer) error {
	w := dimacs.NewWriter(to)
	f := r.task.Formula
	w.Header(f.Vars, int64(f.NumClauses()+len(r.task.Assume)))
	if err := w.Clauses(ctx, f); err != nil {
		return err
	}
	for i := range r.task.Assume {
		w.Clause(r.task.Assume[i])
	}
	return w.Flush()
}

// answer runs the solver and reads its answer.
func (r *run) answer(ctx context.Context) (answer, error) {
	args := r.command.args(r.in, r.out)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	output, stdout := io.Pipe()
	cmd.Stdout, cmd.Stderr = stdout, &r.stderr
	cmd.WaitDelay = drain
	ownGroup(cmd)
	ended := make(chan error, 1)
	go func() {
		err := r.execute(ctx, cmd)
		stdout.Close()
		ended <- err
	}()
	printed := make(chan answer, 1)
	go func() {
		printed <- readAnswer(ctx, output, "output", r.task.Formula.Vars)
		io.Copy(io.Discard, output) // or the solver would wait
	}()
	select {
	case err := <-ended:
		if err != nil {
			return answer{}, err
		}
	case <-ctx.Done():
		select {
		case <-ended:
		case <-time.After(patience):
		}
		return answer{}, context.Cause(ctx)
	}
	a := <-printed
	if r.command.out && a.status != dimacs.Unsatisfiable {
		a = r.readFile(ctx)
	}
	if a.err != nil {
		return answer{}, fmt.Errorf("%s: %w%s", args[0], a.err, r.complaint(cmd))
	}
	return a, nil
}

// execute runs the command, with the formula on its standard input unless it
// is in a file. What its exit code means differs from solver to solver, so it is
// left to complaint.
func (r *run) execute(ctx context.Context, cmd *exec.Cmd) error {
	if r.command.in {
		return ignoreExit(cmd.Run())
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		r.write(ctx, stdin) // a solver may have seen enough before the end
		stdin.Close()
	}()
	err = ignoreExit(cmd.Wait())
	<-written
	return err
}

// ignoreExit drops the error of a command that ran and exited.
func ignoreExit(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

// complaint returns what is known of a run that gave no answer.
func (r *run) complaint(cmd *exec.Cmd) string {
	s := ""
	if cmd.ProcessState != nil {
		s = fmt.Sprintf(" (%v)", cmd.ProcessState)
	}
	if text := r.stderr.String(); text != "" {
		s += ": " + text
	}
	return s
}
