package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"

	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
)

// Exit codes of all programs.
const (
	ExitDone       = 0
	ExitFailure    = 1
	exitUsage      = 2
	exitBrokenPipe = 128 + 13 // as after SIGPIPE
)

// An ExitCode is an error that ends a program with this code and without a message.
type ExitCode int

func (c ExitCode) Error() string { return "exit code " + strconv.Itoa(int(c)) }

// A usageError describes an error in a command line. The program exits with code 2 and refers to
// the help.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

// Usagef returns a usage error with the arguments of fmt.Errorf.
func Usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// exitCode prints a message for err, if one is due, and returns the exit code. There is no
// message for an ExitCode, for a signal that asks the program to stop, and for a reader that has
// closed the pipe. A signal that reports a limit of the system is a failure. A usage error, or an
// output that would overwrite another file of the run, has exit code 2 and a hint at the help.
func (in *Invocation) exitCode(ctx context.Context, err error) int {
	var signal *signalError
	var code ExitCode
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &signal), errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &signal):
		if !signal.isLimit() {
			return signal.ExitCode()
		}
		err = signal
	case errors.Is(err, output.ErrReaderGone):
		return exitBrokenPipe
	case errors.As(err, &code):
		return int(code)
	}
	printMessage(in.Stderr, in.program+": ", message(err))
	if errors.As(err, new(*usageError)) || errors.As(err, new(*opened.ConflictError)) {
		printMessage(in.Stderr, "", "try '"+in.command+" --help'")
		return exitUsage
	}
	return ExitFailure
}

// message returns the text of err without the names of system calls, as in "open q.cnf: no such
// file", and with the error of package exec in the form "NAME: REASON".
func message(err error) string {
	text := err.Error()
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		text = strings.Replace(text, path.Op+" "+path.Path, path.Path, 1)
	}
	if program, ok := errors.AsType[*exec.Error](err); ok {
		text = strings.Replace(text, program.Error(), program.Name+": "+program.Err.Error(), 1)
	}
	return text
}

// printMessage prints each line of text with prefix before it.
func printMessage(w io.Writer, prefix, text string) {
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "%s%s\n", prefix, printable(strings.TrimSuffix(line, "\n")))
	}
	io.WriteString(w, b.String()) // a failure of standard error cannot be reported
}

// printable escapes control characters and invalid UTF-8, which could disturb a terminal.
func printable(s string) string {
	quoted := strconv.Quote(s)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\t`, "\t").Replace(quoted[1 : len(quoted)-1])
}
