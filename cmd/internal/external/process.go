package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"queens/cmd/internal/opened"
	"queens/dimacs"
)

// drain is how long the output of a solver that has ended is waited for, which a child
// that outlives it may keep open: the output may hold the answer.
const drain = time.Second

// A process is a solver whose answer is read as it prints it.
type process struct {
	*exec.Cmd
	answer
	file   string // for the answer, empty if the solver prints it
	vars   int
	output *io.PipeWriter
	stdout head
	stderr complaint
	read   chan error
}

// process prepares to run the command on a formula of that many variables, if it is in a
// file, until ctx ends. What the solver prints goes to also as well.
func (c Command) process(ctx context.Context, in, out string, vars int, also io.Writer) *process {
	args := c.args(in, out)
	p := &process{Cmd: exec.CommandContext(ctx, args[0], args[1:]...), vars: vars, read: make(chan error, 1)}
	if c.out {
		p.file = out
	}
	p.WaitDelay = drain
	ownGroup(p.Cmd)
	var text *io.PipeReader
	text, p.output = io.Pipe()
	p.Stdout, p.Stderr = io.MultiWriter(also, &p.stdout, p.output), &p.stderr
	go func() {
		p.read <- p.answer.read(text, "output", vars)
		io.Copy(io.Discard, text) // or the solver would wait
	}()
	return p
}

// start starts a command that leads its own process group. Until wait returns, the group is
// killed if the run of the program is over, and stops and continues with the program.
func start(ctx context.Context, cmd *exec.Cmd) (wait func() error, err error) {
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	forget, release := opened.From(ctx).AtEnd(func() { killGroup(cmd) }), followJobControl(cmd)
	return func() error {
		defer forget()
		defer release()
		return cmd.Wait()
	}, nil
}

// isSignaled reports whether a signal killed a process that has ended, or a shell says so: its exit
// code is 128 plus the number of the signal.
func (p *process) isSignaled() bool {
	const shellSignals, lastSignal = 128, 64
	code := p.ProcessState.ExitCode()
	return code < 0 || shellSignals < code && code <= shellSignals+lastSignal
}

// doubtRefutation returns why the answer UNSATISFIABLE of a process that has ended is not to be
// trusted, or nil. Solvers disagree on exit codes, but 10 stands for the other answer.
func (p *process) doubtRefutation() error {
	if !p.isSignaled() && p.ProcessState.ExitCode() != 10 {
		return nil
	}
	return fmt.Errorf("it printed UNSATISFIABLE and then ended with %v: the answer is not accepted without a proof", p.ProcessState)
}

// unlessEnded returns the error of a process that could not run. What an exit code means
// differs from solver to solver: it is no error, nor is that it was killed.
func unlessEnded(err error) error {
	if errors.As(err, new(*exec.ExitError)) || errors.Is(err, exec.ErrWaitDelay) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// finish reads the rest of the answer after the process has ended, and returns why there
// is none, with what the solver says itself.
func (p *process) finish(ctx context.Context) error {
	p.output.Close()
	err := <-p.read
	if p.file != "" && (err != nil || p.status != dimacs.Unsatisfiable) {
		err = p.readFile(ctx, p.file, p.vars)
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%w (%v)", err, p.ProcessState)
	if text := cmp.Or(p.stderr.String(), p.stdout.String()); text != "" {
		err = fmt.Errorf("%w: %s", err, text)
	}
	return err
}
