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
	exitBrokenPipe = 128 + 13 // as by SIGPIPE
)

// An ExitCode is an error that ends a program with that code and no message.
type ExitCode int

func (c ExitCode) Error() string { return "exit code " + strconv.Itoa(int(c)) }

// A usageError says what is wrong with a command line. It ends a program with
// exit code 2 and a pointer to the help.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

// Usagef returns a usage error; it understands what fmt.Errorf understands.
func Usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// exitCode prints err as it is meant to be seen and returns the exit code. A
// program that was told to stop, by a signal or by the end of its reader, has
// nothing to say about it. A limit that the system sets is an error.
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

// message returns what an error says, without the names of system calls.
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

// printMessage prints each line of text after the prefix.
func printMessage(w io.Writer, prefix, text string) {
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "%s%s\n", prefix, printable(strings.TrimSuffix(line, "\n")))
	}
	io.WriteString(w, b.String()) // nowhere to report a failure of standard error
}

// printable escapes what could garble a terminal: control characters and
// bytes that are no text.
func printable(s string) string {
	quoted := strconv.Quote(s)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\t`, "\t").Replace(quoted[1 : len(quoted)-1])
}
