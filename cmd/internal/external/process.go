package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/program"
	"queens/dimacs"
	"queens/dimacs/result"
)

// A process that a command leaves behind may keep its outputs open, and may still deliver the answer.
// After the command has ended, each output is read for at most quietTimeout, before all processes are killed,
// and then to its end. If a process survives, reading ends after drainTimeout.
var drainTimeout, quietTimeout = time.Second, 50 * time.Millisecond

// execute runs cmd as the leader of its own process group until it ends or ctx ends, and then reads
// the rest of its outputs. cmd must come from exec.CommandContext with the same ctx. At the end,
// execute kills the processes that cmd has left behind. If the run of the program ends first, that kills
// all processes of cmd; see opened.Files. If watch is not nil, execute calls it after 1 ms, and then
// whenever the pause that watch returned has passed; passed is the time since the start.
//
// The result wall is the time until cmd itself ended, and cpu is the processor time of all processes.
// execute replaces cmd.Stdout and cmd.Stderr by pipes unless they are nil. The error says that cmd could
// not run, or is the cause of ctx if ctx ended before the start. It is nil whatever the exit code is,
// and if ctx ended later. The way in which cmd ended is in cmd.ProcessState.
func execute(ctx context.Context, cmd *exec.Cmd, watch func(passed time.Duration) (pause time.Duration)) (wall, cpu time.Duration, err error) {
	ownGroup(cmd)
	own := adopt(cmd)
	kill := func() time.Duration { killGroup(cmd); return own.end() }
	var outputs []*output
	for _, w := range []*io.Writer{&cmd.Stdout, &cmd.Stderr} {
		if *w == nil {
			continue
		}
		from, to, err := os.Pipe()
		if err != nil {
			return 0, 0, err
		}
		defer from.Close()
		defer to.Close()
		o := &output{to, make(chan struct{})}
		go func(w io.Writer) {
			io.Copy(w, from)
			close(o.copied)
		}(*w)
		*w, outputs = to, append(outputs, o)
	}
	began := time.Now()
	forget, err := opened.From(ctx).Begin(cmd.Start, func() { kill() })
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return 0, 0, err
	}
	defer forget()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var ticks <-chan time.Time
	if watch != nil {
		ticks = time.After(time.Millisecond)
	}
	for running := true; running; {
		select {
		case err = <-ended:
			wall, running = time.Since(began), false
		case <-ticks:
			ticks = time.After(watch(time.Since(began)))
		}
	}
	if ctx.Err() != nil {
		cpu = kill()
	}
	for _, o := range outputs {
		o.to.Close()
		o.await(quietTimeout)
	}
	cpu += kill() + cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	for _, o := range outputs {
		o.await(drainTimeout)
	}
	if errors.As(err, new(*exec.ExitError)) || ctx.Err() != nil {
		err = nil // exit codes differ between solvers
	}
	return wall, cpu, err
}

// An output is an output of a command, which a goroutine copies from a pipe to a writer.
type output struct {
	to     *os.File      // the end of the pipe that the command writes to
	copied chan struct{} // closed when all has been copied
}

// await waits until all has been copied, but not longer than limit.
func (o *output) await(limit time.Duration) {
	select {
	case <-o.copied:
	case <-time.After(limit):
	}
}

// A process is a solver whose answer is read while it prints it.
type process struct {
	*exec.Cmd
	Answer
	file     string         // the result file; empty if the solver prints the answer
	vars     int            // the number of variables of the formula
	tolerant bool           // as Command.Tolerant
	output   *io.PipeWriter // passes standard output on to the goroutine that parses the answer
	stdout   excerpt        // for messages, like stderr
	stderr   excerpt
	read     chan error // receives the error of parsing the output once, or nil
}

// process prepares to run the command until ctx ends, and starts a goroutine that parses its standard
// output. The formula has vars variables and is in the file in, unless the command reads standard input,
// which the caller must set. out is the name for {out}. The standard output of the solver is also written
// to also. The caller runs the result with execute and then calls finish. It must close output in any case.
func (c Command) process(ctx context.Context, in, out string, vars int, also io.Writer) *process {
	args := c.args(in, out)
	p := &process{Cmd: exec.CommandContext(ctx, args[0], args[1:]...), vars: vars, tolerant: c.Tolerant, read: make(chan error, 1)}
	if c.out {
		p.file = out
	}
	var text *io.PipeReader
	text, p.output = io.Pipe()
	p.Stdout, p.Stderr = io.MultiWriter(also, &p.stdout, p.output), &p.stderr
	go func() {
		p.read <- p.Answer.read(text, "output", vars, c.Tolerant)
		io.Copy(io.Discard, text) // otherwise the solver would block
	}()
	return p
}

// IsSignaled reports whether a process that has ended was killed by a signal. This includes exit codes from
// 129 to 192, because a shell as a wrapper returns 128 plus the number of the signal.
func IsSignaled(p *os.ProcessState) bool {
	const shellSignals, lastSignal = 128, 64
	code := p.ExitCode()
	return code < 0 || shellSignals < code && code <= shellSignals+lastSignal
}

// finish completes p.Answer after the process has ended: it waits until the rest of the output is parsed,
// and reads the result file if the command has {out} and the output is not an answer UNSATISFIABLE. If the
// answer cannot be read, the error gives the reason, the state of the process and a message of the solver.
func (p *process) finish(ctx context.Context) error {
	p.output.Close()
	err := <-p.read
	if p.file != "" && (err != nil || p.Status != dimacs.Unsatisfiable) {
		err = p.readFile(ctx, p.file, p.vars, p.tolerant)
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

// An Answer is the output of a solver, parsed.
type Answer struct {
	Status dimacs.Status
	Model  []dimacs.Lit   // the first model or, after a line o, the last, not checked; nil without a model
	Count  *big.Int       // the number of models; nil if the solver did not print it, see read
	Sum    *big.Rat       // the exact sum of weights; nil if the solver did not print it
	Result *result.Reader // has read the answer to its end; nil before, or after an error
}

// read replaces a by the answer in from, which it reads to the end. If tolerant is set, it skips lines
// that no solver prints. a.Model has only variables up to vars, so its memory does not depend on the
// variables in the text. The other models are only counted. If the solver printed no count but completed
// an enumeration of all models, a.Count is the number that it announced. The error is a syntax error,
// which calls the text name, or an error of from. Only a.Model may then be set.
func (a *Answer) read(from io.Reader, name string, vars int, tolerant bool) error {
	*a = Answer{}
	r := result.NewReader(from, name)
	r.Vars, r.Tolerant = vars, tolerant
	model, err := r.Read()
	for err == nil {
		if a.Model == nil || r.Objective() != "" {
			a.Model = append([]dimacs.Lit{}, model...)
			a.Model = slices.DeleteFunc(a.Model, func(l dimacs.Lit) bool { return l.Var() > vars })
		}
		model, err = r.Read()
	}
	if err != io.EOF {
		return err
	}
	a.Status, a.Count, a.Sum, a.Result = r.Status(), r.Count(), r.WeightedCount(), r
	if n, atLeast := r.Announced(); a.Count == nil && !atLeast {
		a.Count = n // the number of models of a complete enumeration
	}
	return nil
}

// readFile calls read for the result file called name, and returns its error. The end of ctx is an error while
// it reads. So is a file that does not exist, cannot be opened or is not regular, because a FIFO or a link to a
// device, which a solver may have put there, might block or never end.
func (a *Answer) readFile(ctx context.Context, name string, vars int, tolerant bool) error {
	err := opened.Regular(name)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("it wrote no result file")
	}
	if err == nil {
		if f, err := os.Open(name); err == nil {
			defer f.Close()
			return a.read(input.UntilDone(ctx, f), "result file", vars, tolerant)
		}
	}
	return errors.New("its result file is not a regular file")
}

// keptSize is the number of bytes that an excerpt keeps of each end.
const keptSize = 1 << 12

// An excerpt is a writer that keeps the first and the last keptSize bytes of the output of a
// program, and no more. Most programs explain an error in the first line; programs that print a trace
// explain it in the last.
type excerpt struct{ head, tail []byte }

// Write never fails.
func (e *excerpt) Write(p []byte) (int, error) {
	e.head = append(e.head, p[:min(len(p), keptSize-len(e.head))]...)
	e.tail = append(e.tail, p[max(0, len(p)-keptSize):]...)
	e.tail = append(e.tail[:0], e.tail[max(0, len(e.tail)-keptSize):]...)
	return len(p), nil
}

// first returns the first line that is not blank among the first keptSize bytes, without blanks before it
// and with unprintable characters escaped. It returns "" if there is no such line.
func (e *excerpt) first() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(e.head)), "\n")
	return program.Printable(strings.TrimRight(line, "\r"))
}

// last returns the last line that is not blank among the last keptSize bytes, without blanks after it and
// with unprintable characters escaped. It returns "" if there is no such line.
func (e *excerpt) last() string {
	text := strings.TrimSpace(string(e.tail))
	return program.Printable(text[strings.LastIndexByte(text, '\n')+1:])
}

// String returns the lines of first and last, joined by " .. ". If they are equal, it returns one of them.
func (e *excerpt) String() string {
	first, last := e.first(), e.last()
	if first == last {
		return first
	}
	return first + " .. " + last
}
