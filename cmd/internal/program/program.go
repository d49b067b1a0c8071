package program

import (
	"context"
	"fmt"
	"io"
)

// A Program describes a command-line program.
type Program struct {
	Name        string // as typed: qsat
	Summary     string // what it does, one line without a final period
	Args        string // its positional arguments as in the usage line: [FILE]
	Description string // paragraphs below the usage line, wrapped to 80 columns
	Flags       []Flag // its own flags; the common ones are added
	Examples    []Example
	Sections    []Section // what follows the examples in the help

	// Action does the work. Its context ends on SIGINT, SIGTERM and SIGHUP, and
	// it then has to return soon, after cleaning up. The flags have been set
	// before. Its error decides the exit code; see Usagef and ExitCode.
	Action func(context.Context, *Invocation) error
}

// An Example is a command line that a user may copy.
type Example struct {
	Command string // one shell command line
	Text    string // what it does, one line
}

// A Section is a part of the help under its own title.
type Section struct {
	Title string // without the colon
	Text  string // printed as it is, indented by two blanks
}

// An Invocation is one run of a program: its positional arguments, the common
// flags and the standard streams.
type Invocation struct {
	Args   []string // the positional arguments
	Output string   // --output: empty or "-" for standard output
	Quiet  bool     // --quiet
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer

	program string
	given   map[string]bool
}

// Given reports whether the flag of that long name is on the command line.
func (in *Invocation) Given(name string) bool { return in.given[name] }

// AtMostOne returns the only positional argument, empty if there is none. More
// than one, or an empty one, is a usage error; what says what the argument is.
func (in *Invocation) AtMostOne(what string) (string, error) {
	switch {
	case len(in.Args) == 0:
		return "", nil
	case len(in.Args) > 1:
		return "", Usagef("expected one %s, found a second argument %q", what, in.Args[1])
	case in.Args[0] == "":
		return "", Usagef("expected a %s, found an empty argument", what)
	}
	return in.Args[0], nil
}

// ExactlyOne is like AtMostOne, but no argument is a usage error, too.
func (in *Invocation) ExactlyOne(what string) (string, error) {
	if len(in.Args) == 0 {
		return "", Usagef("expected a %s", what)
	}
	return in.AtMostOne(what)
}

// Notice prints a message to standard error, led by the program's name, unless
// the user asked for quiet.
func (in *Invocation) Notice(format string, args ...any) {
	if !in.Quiet {
		printMessage(in.Stderr, in.program, fmt.Sprintf(format, args...))
	}
}
