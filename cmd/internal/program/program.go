package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"queens/cmd/internal/memory"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"

	"github.com/urfave/cli/v2"
)

// A Program describes a command-line program.
type Program struct {
	Name    string     // as typed: qsat
	Summary string     // what it does, one line without a final period
	Args    string     // its positional arguments as in the usage line: [FILE]
	Manual  string     // in Markdown: a description, then sections; the help has some of them
	Flags   []cli.Flag // its own flags; those of all programs are added
	// Action does the work. Its context ends on a signal to stop, and it then has
	// to return soon, after cleaning up. The flags have been set before. Its error
	// decides the exit code; see Usagef and ExitCode.
	Action func(context.Context, *Invocation) error
	// Commands make a program that does one of several jobs, named by its first
	// argument: they have a Name, a Summary, Args, Flags and an Action, and the program
	// has none of the last two.
	Commands []Program
}

// An Invocation is one run of a program.
type Invocation struct {
	Args           []string               // the positional arguments, none of which is empty
	Output         string                 // --output: empty or "-" for standard output
	Quiet          bool                   // --quiet
	Given          func(name string) bool // whether the flag of that long name is on the command line
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	program, command string // as typed: qbench, qbench run
}

// AtMostOne returns the only positional argument, empty if there is none. More
// than one is a usage error; what says what the argument is.
func (in *Invocation) AtMostOne(what string) (string, error) {
	switch {
	case len(in.Args) == 0:
		return "", nil
	case len(in.Args) > 1:
		return "", Usagef("expected one %s, found a second argument %q", what, in.Args[1])
	}
	return in.Args[0], nil
}

// ChooseForm sets *format to what the flag --format or the name of the output asks
// for, out of those listed, and returns the compression. c says what else flags ask
// for, and may name another output than that of --output. What contradicts itself is a usage error.
func (in *Invocation) ChooseForm(c output.Choice, format *string, formats []Choice) (compression string, err error) {
	for _, f := range formats {
		c.Formats = append(c.Formats, f.Name)
	}
	c.Name, c.Default = cmp.Or(c.Name, in.Output), *format
	if c.Flag == "" && in.Given("format") {
		c.Format, c.Flag = *format, "--format "+*format
	}
	chosen, compression, err := c.Make()
	if err != nil {
		return "", Usagef("%w", err)
	}
	if slices.Contains(c.Formats, chosen) {
		*format = chosen
	}
	return compression, nil
}

// Create creates the output that c names, which has no choice of formats. A name that asks
// for another one is a usage error.
func (in *Invocation) Create(ctx context.Context, c output.Choice) (*output.File, error) {
	_, compression, err := c.Make()
	if err != nil {
		return nil, Usagef("%w", err)
	}
	return output.Create(ctx, c.Name, in.Stdout, compression)
}

// Await says what the program waits for if it reads a terminal: what is, as in "a
// formula".
func (in *Invocation) Await(name, what string) {
	if (name == "" || name == "-") && IsTerminal(in.Stdin) {
		in.Notice("reading %s from the terminal; end it with Ctrl-D, or see %s --help", what, in.command)
	}
}

// PrintsToTerminal reports whether what is written to --output goes to a terminal.
func (in *Invocation) PrintsToTerminal() bool {
	return (in.Output == "" || in.Output == "-") && IsTerminal(in.Stdout)
}

// Notice prints a message to standard error unless the user asked for quiet.
func (in *Invocation) Notice(format string, args ...any) {
	if !in.Quiet {
		printMessage(in.Stderr, in.program+": ", fmt.Sprintf(format, args...))
	}
}

// Main runs the program on the arguments and the standard streams of the process, which must
// then exit with the exit code that it returns: signals no longer have an effect. If SIGINT ended
// the action, the process dies of SIGINT, so that the loop of a shell stops as well.
func Main(p Program) int {
	if most := runtime.NumCPU(); runtime.GOMAXPROCS(0) > most { // as the environment may ask for
		runtime.GOMAXPROCS(most)
	}
	code, interrupted := execute(p, os.Args, os.Stdin, os.Stdout, os.Stderr, true)
	if interrupted {
		dieOf(os.Interrupt)
	}
	return code
}

// Run runs the program on the arguments, of which the first is its name, and
// returns the exit code. It prints to the streams given and nowhere else; a
// standard stream that is an *os.File has to be passed as such.
func Run(p Program, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	code, _ := execute(p, args, stdin, stdout, stderr, false)
	return code
}

// execute returns the exit code, and whether SIGINT ended the action. alone tells that the process
// runs nothing else.
func execute(p Program, args []string, stdin io.Reader, stdout, stderr io.Writer, alone bool) (code int, interrupted bool) {
	ctx, files := opened.WithFiles(context.Background())
	files.Messages(stderr)
	defer files.Remove()  // what an action that was left behind is about to write
	var ending sync.Mutex // held once a signal ends the process, which then must not exit by itself
	signals, stop := withSignals(ctx, alone, func() { ending.Lock(); files.Remove() })
	defer stop()
	ctx, release := memory.WithinAddressSpace(signals)
	defer release()
	in := &Invocation{Stdin: stdin, Stdout: stdout, Stderr: stderr, program: p.Name}
	if errors.As(context.Cause(ctx), new(*memory.ExceededError)) {
		return in.exitCode(ctx, context.Cause(ctx)), false
	}
	err := p.parse(ctx, in, args)
	func() { // a signal that has begun to remove files ends the process, not their loss
		ending.Lock()
		defer ending.Unlock()
	}()
	cause, _ := context.Cause(signals).(*signalError)
	return in.exitCode(ctx, err), cause != nil && cause.Signal == os.Interrupt
}

// parse reads the arguments and does what they ask for.
func (p Program) parse(ctx context.Context, in *Invocation, args []string) error {
	job, args := p, args[min(1, len(args)):]
	var commands []string
	for _, sub := range p.Commands {
		if commands = append(commands, sub.Name); len(args) > 0 && args[0] == sub.Name {
			job, args = sub, args[1:]
			job.Name = p.Name + " " + sub.Name
			break
		}
	}
	in.command = job.Name
	set, err := Parse(job.flags(), args)
	if err != nil {
		return err
	}
	var text strings.Builder
	switch c := cli.NewContext(nil, set, nil); {
	case c.Bool("help"):
		print(&text, "help", job)
	case c.Bool("version"):
		fmt.Fprintf(&text, "%s (queens) %s\n", p.Name, Version())
	case c.Bool("man"):
		manual(&text, p)
	case c.IsSet("completion"):
		completion(&text, fmt.Sprint(c.Generic("completion")), p)
	case job.Action == nil:
		return Usagef("command: %w", OneOf(new(string), Names(commands...)...).Set(set.Arg(0)))
	case slices.Contains(set.Args(), ""):
		return Usagef("expected %s, found an empty argument", job.Args)
	default:
		in.Args, in.Output, in.Quiet, in.Given = set.Args(), c.Path("output"), c.Bool("quiet"), c.IsSet
		_, err := Watch(ctx, grace, func() (struct{}, error) { return struct{}{}, job.Action(ctx, in) })
		return err
	}
	_, err = io.WriteString(in.Stdout, text.String())
	return err
}

// Version returns the version of the module that the program was built from,
// which is "devel" unless the go command knew better.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(info.Main.Version, "v") {
		return info.Main.Version
	}
	return "devel"
}
