package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"queens/cmd/internal/opened"
	"queens/dimacs"
)

// drainTimeout limits the wait for more output after the solver has ended. A child that outlives
// the solver may keep the output open, which may still deliver the answer.
const drainTimeout = time.Second

// A process is a solver whose answer is read while it prints it.
type process struct {
	*exec.Cmd
	Answer
	file   string         // the result file; empty if the solver prints the answer
	vars   int            // the number of variables of the formula
	output *io.PipeWriter // passes standard output on to the goroutine that parses the answer
	stdout excerpt        // for messages, like stderr
	stderr excerpt
	read   chan error // receives the error of parsing the output once, or nil
}

// process prepares to run the command until ctx ends. The formula has vars variables and is in
// the file in, unless the command reads standard input. The standard output of the solver is also
// written to also.
func (c Command) process(ctx context.Context, in, out string, vars int, also io.Writer) *process {
	args := c.args(in, out)
	p := &process{Cmd: exec.CommandContext(ctx, args[0], args[1:]...), vars: vars, read: make(chan error, 1)}
	if c.out {
		p.file = out
	}
	p.WaitDelay = drainTimeout
	var text *io.PipeReader
	text, p.output = io.Pipe()
	p.Stdout, p.Stderr = io.MultiWriter(also, &p.stdout, p.output), &p.stderr
	go func() {
		p.read <- p.Answer.read(text, "output", vars)
		io.Copy(io.Discard, text) // otherwise the solver would block
	}()
	return p
}

// start starts a command as the leader of its own process group. The group stops and continues
// together with the program. The function end, which must follow wait, kills the processes that the
// command left behind, and returns their processor time. The end of the run of the program kills all
// of them. After the end of the run or of ctx, nothing is started.
func start(ctx context.Context, cmd *exec.Cmd) (wait func() error, end func() time.Duration, err error) {
	ownGroup(cmd)
	own := adopt(cmd)
	kill := func() time.Duration { killGroup(cmd); return own.end() }
	forget, err := opened.From(ctx).Begin(cmd.Start, func() { kill() })
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, nil, context.Cause(ctx)
	case err != nil:
		return nil, nil, err
	}
	release := followJobControl(cmd)
	wait = func() error { defer release(); return cmd.Wait() }
	return wait, func() time.Duration { defer forget(); return kill() }, nil
}

// IsSignaled reports whether a process that has ended was killed by a signal. A shell as a
// wrapper reports that as an exit code of 128 plus the number of the signal.
func IsSignaled(p *os.ProcessState) bool {
	const shellSignals, lastSignal = 128, 64
	code := p.ExitCode()
	return code < 0 || shellSignals < code && code <= shellSignals+lastSignal
}

// doubtRefutation returns an error if the answer UNSATISFIABLE of a process that has ended is not
// trustworthy: a signal killed it, or it ended with exit code 10, which means SATISFIABLE. Other
// exit codes differ between solvers and are ignored.
func (p *process) doubtRefutation() error {
	if !IsSignaled(p.ProcessState) && p.ProcessState.ExitCode() != 10 {
		return nil
	}
	return fmt.Errorf("it printed UNSATISFIABLE and then ended with %v: the answer is not accepted without a proof", p.ProcessState)
}

// unlessEnded returns err, the result of waiting for a process, unless it only says how the
// process ended: with a nonzero exit code, killed, at the end of a context, or with its output left
// open. Then it returns nil, because exit codes differ between solvers.
func unlessEnded(err error) error {
	if errors.As(err, new(*exec.ExitError)) || errors.Is(err, exec.ErrWaitDelay) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// finish reads the rest of the answer after the process has ended. If there is no answer, the
// error gives the reason and a message of the solver.
func (p *process) finish(ctx context.Context) error {
	p.output.Close()
	err := <-p.read
	if p.file != "" && (err != nil || p.Status != dimacs.Unsatisfiable) {
		err = p.readFile(ctx, p.file, p.vars)
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%w (%v)", err, p.ProcessState)
	if text := cmp.Or(p.stderr.String(), p.stdout.first()); text != "" {
		err = fmt.Errorf("%w: %s", err, text)
	}
	return err
}
