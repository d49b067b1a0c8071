package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"

	"github.com/urfave/cli/v2"
)

// A Program describes a command-line program.
type Program struct {
	Name    string     // name on the command line: qsat
	Summary string     // one line without a final period
	Args    string     // positional arguments in the usage line: [FILE]
	Manual  string     // Markdown: a description, then sections, some of which the help shows
	Flags   []cli.Flag // without the flags of all programs
	Rules   []Rule     // about Flags and the flags of all programs
	// Action does the work. The flags have been set before. Its context ends when a signal asks
	// the program to stop; then Action must clean up and return soon. Its error determines the
	// exit code; see Usagef and ExitCode.
	Action func(context.Context, *Invocation) error
	// Unknown returns a better error for an argument with an unknown flag, such as --size=8, or nil if there is
	// no better error. The field may be nil.
	Unknown func(arg string) error
	// Commands lists the commands of a program that has several, such as qbench run. The first
	// positional argument selects one. A command has a Name, a Summary, Args, Flags, Rules and an Action; the
	// program then has neither Flags nor an Action.
	Commands []Program
}

// An Invocation is a run of a program.
type Invocation struct {
	Args           []string               // positional arguments; no argument is empty
	Output         string                 // --output: empty or "-" for standard output
	Quiet          bool                   // --quiet
	Given          func(name string) bool // reports whether the flag with this long name is on the command line
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	program, command string        // on the command line: qbench, qbench run
	json             bool          // --json or --session is on the command line
	stops            chan stop     // receives the arguments of WhenStopped
	finish           func(error)   // reports the error of the action, and ends the run; only the first call counts
	ended            chan struct{} // closed at the end of the run
}

// AtMostOne returns the only positional argument, or "" without arguments. More arguments are a
// usage error, in which what names the argument.
func (in *Invocation) AtMostOne(what string) (string, error) {
	if len(in.Args) > 1 {
		return "", Usagef("expected one %s, found a second argument %q", what, in.Args[1])
	}
	return strings.Join(in.Args, ""), nil
}

// ChooseForm sets *format to one of formats, as --format or the name of the output requires, and
// returns the compression. Before the call, *format is the value or default of --format. ChooseForm
// completes c, which may name another output than in.Output in c.Name and another flag than --format in
// c.Flag and c.Format. *format stays if the chosen format is not in formats. An error of c.Make becomes a
// usage error.
func (in *Invocation) ChooseForm(c output.Form, format *string, formats []Keyword) (compression string, err error) {
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

// Create creates the output c.Name, compressed as c.Make requires. An error of c.Make becomes a usage
// error. See output.Create for other errors.
func (in *Invocation) Create(ctx context.Context, c output.Form) (*output.File, error) {
	_, compression, err := c.Make()
	if err != nil {
		return nil, Usagef("%w", err)
	}
	return output.Create(ctx, c.Name, in.Stdout, compression)
}

// Await prints a notice if the program is about to read a terminal: if name, the name of the input, is "" or
// "-", and in.Stdin is a terminal. what describes the input, such as "a formula".
func (in *Invocation) Await(name, what string) {
	if (name == "" || name == "-") && IsTerminal(in.Stdin) {
		in.Notice("reading %s from the terminal; end it with Ctrl-D, or see %s --help", what, in.command)
	}
}

// PrintsToTerminal reports whether the output is standard output and a terminal.
func (in *Invocation) PrintsToTerminal() bool {
	return (in.Output == "" || in.Output == "-") && IsTerminal(in.Stdout)
}

// Notice prints a message, formatted as by fmt.Sprintf, to standard error, except with --quiet.
// The name of the program precedes each line; see printMessage.
func (in *Invocation) Notice(format string, args ...any) {
	if !in.Quiet {
		printMessage(in.Stderr, in.program+": ", fmt.Sprintf(format, args...))
	}
}

// Main runs the program with the arguments and standard streams of the process, and ends the process
// with the exit code. If SIGINT ended the context of the action, the process dies of SIGINT instead, so that
// a loop in a shell stops, too. If the reader of an output has closed the pipe, it dies of SIGPIPE.
func Main(p Program) {
	ctx, files := opened.WithFiles(context.Background())
	ending := newEnding()
	ctx = withSignals(ctx, func() { <-ending; files.Remove() })
	execute(ctx, p, ending, os.Args, os.Stdin, os.Stdout, os.Stderr, func(code int) {
		<-ending
		cause, _ := context.Cause(ctx).(*signalError)
		switch {
		case cause != nil && cause.Signal == os.Interrupt:
			dieOf(os.Interrupt)
		case code == exitBrokenPipe:
			dieOf(sigpipe)
		}
		os.Exit(code)
	})
}

// Run runs the program and returns the exit code. The first argument is the name of the program.
// Run prints only to the given streams, and catches no signals. Standard streams that are files
// must be passed as *os.File.
func Run(p Program, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, _ := opened.WithFiles(context.Background())
	code := make(chan int, 1)
	go execute(ctx, p, newEnding(), args, stdin, stdout, stderr, func(c int) { code <- c })
	return <-code
}

// newEnding returns a channel with a token. The end of Main or a signal takes the token to end the
// process. The other then waits for the token until the process has ended.
func newEnding() chan struct{} {
	ending := make(chan struct{}, 1)
	ending <- struct{}{}
	return ending
}

// execute runs the program, whose action ends with ctx, and calls end once, with the exit code. The action
// runs in this goroutine. If it does not return after the end of ctx, a goroutine of watch calls end. Before
// this call, all messages are printed and temporary files are removed. A signal that ends the process takes
// the token of ending before it removes files, so that execute prints no message about a missing file. A panic
// of the action is an error, so that files are removed. ctx must carry an opened.Files, and ending comes from
// newEnding.
func execute(
	ctx context.Context, p Program, ending chan struct{}, args []string, stdin io.Reader, stdout, stderr io.Writer,
	end func(code int),
) {
	files := opened.From(ctx)
	files.Messages(stderr)
	in := &Invocation{Stdin: stdin, Stdout: stdout, Stderr: stderr, program: p.Name, stops: make(chan stop, 1), ended: make(chan struct{})}
	var once sync.Once
	in.finish = func(err error) {
		once.Do(func() {
			token := <-ending
			ending <- token
			code := in.exitCode(ctx, err)
			files.Remove() // also files that an action left behind is about to write
			end(code)
			close(in.ended)
		})
	}
	defer in.catch()
	go in.watch(ctx)
	action, err := p.parse(in, args)
	if err == nil {
		err = action(ctx, in)
	}
	if err == ErrReported {
		<-in.ended
	}
	in.finish(err)
}

// command returns the command that the first positional argument names, and the other arguments.
// Flags of all programs may precede the name. If no command is named, it returns p and args. The argument
// help means --help if it is the only argument, or if it comes first and p has commands. The name of the
// returned command begins with the name of the program, as in "qbench run".
func (p Program) command(args []string) (Program, []string) {
	if slices.Index(args, "help") == 0 && (len(args) == 1 || p.Commands != nil) {
		args = append(slices.Clone(args[1:]), "--help")
	}
	for i, name := range args {
		for _, sub := range p.Commands {
			if sub.Name != name {
				continue
			}
			if before, err := Parse(p.flags(), nil, args[:i]); err == nil && before.NArg() == 0 {
				sub.Name = p.Name + " " + name
				return sub, slices.Concat(args[:i], args[i+1:])
			}
		}
	}
	return p, args
}

// parse parses the arguments, whose first is the name of the program, selects the command, and sets
// the fields of in. It returns the action of the command, or an action that prints the help, version,
// manual page or completions if a flag asks for them. An unknown flag, an empty positional argument, and
// a missing or unknown command are usage errors.
func (p Program) parse(in *Invocation, args []string) (action func(context.Context, *Invocation) error, err error) {
	job, args := p.command(args[min(1, len(args)):])
	in.command = job.Name
	in.json = asksForJSON(job.Flags, args)
	set, err := Parse(job.flags(), job.Rules, args)
	if flag, is := errors.AsType[*unknownFlag](err); is && job.Unknown != nil {
		err = cmp.Or(job.Unknown(flag.arg), err)
	}
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	switch c := cli.NewContext(nil, set, nil); {
	case c.Bool("help") && !slices.Contains(args, "--help"): // -h
		print(&text, "short", job)
	case c.Bool("help"):
		print(&text, "help", job)
	case c.Bool("version"):
		fmt.Fprintf(&text, "%s (queens) %s\n", p.Name, Version())
	case c.Bool("man"):
		manual(&text, p)
	case c.IsSet("completion"):
		print(&text, fmt.Sprintf("completion.%v", c.Generic("completion")), p)
	case job.Action == nil:
		commands := Keywords(p.Commands, func(sub Program) Keyword { return Keyword{Name: sub.Name} })
		return nil, Usagef("command: %w", OneOf(new(string), commands...).Set(set.Arg(0)))
	case slices.Contains(set.Args(), ""):
		return nil, Usagef("expected %s, found an empty argument", job.Args)
	default:
		in.Args, in.Output, in.Quiet, in.Given = set.Args(), c.Path("output"), c.Bool("quiet"), c.IsSet
		return job.Action, nil
	}
	return func(ctx context.Context, in *Invocation) error {
		return output.Write(ctx, "", in.Stdout, "", func(out io.Writer) error { _, err := io.WriteString(out, text.String()); return err })
	}, nil
}

// Version returns the version of the module from which the program was built, or "devel" if the
// go command did not record one.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(info.Main.Version, "v") {
		return info.Main.Version
	}
	return "devel"
}
