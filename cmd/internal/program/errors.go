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

	"queens/cmd/internal/interrupt"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
)

// Exit codes of all programs.
const (
	ExitDone       = 0
	ExitFailure    = 1
	ExitUsage      = 2
	exitBrokenPipe = 128 + 13 // as by SIGPIPE
)

// An ExitCode is an error that ends a program with that code and no message.
type ExitCode int

func (c ExitCode) Error() string { return "exit code " + strconv.Itoa(int(c)) }

// A UsageError says what is wrong with a command line. It ends a program with
// exit code 2 and a pointer to the help.
type UsageError struct{ error }

func (e *UsageError) Unwrap() error { return e.error }

// Usagef returns a UsageError; it understands what fmt.Errorf understands.
func Usagef(format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...)}
}

// exitCode prints err as it is meant to be seen and returns the exit code. A
// program that was told to stop, by a signal or by the end of its reader, has
// nothing to say about it.
func exitCode(ctx context.Context, w io.Writer, name string, err error) int {
	var (
		signal   *interrupt.SignalError
		code     ExitCode
		usage    *UsageError
		conflict *opened.ConflictError
	)
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &signal), errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &signal):
		return signal.ExitCode()
	case errors.Is(err, output.ErrReaderGone):
		return exitBrokenPipe
	case errors.As(err, &code):
		return int(code)
	}
	printMessage(w, name+": ", message(err))
	if errors.As(err, &usage) || errors.As(err, &conflict) {
		printMessage(w, "", "try '"+name+" --help'")
		return ExitUsage
	}
	return ExitFailure
}

// message returns what an error says, without the names of system calls.
func message(err error) string {
	text := err.Error()
	var path *fs.PathError
	if errors.As(err, &path) {
		text = strings.Replace(text, path.Op+" "+path.Path, path.Path, 1)
	}
	var program *exec.Error
	if errors.As(err, &program) {
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
