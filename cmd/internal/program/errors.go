package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"

	"github.com/urfave/cli/v2"
)

// Exit codes of all programs. Solvers end with the last three after an answer. For the exit codes after a
// signal, see signalError; for the choice between them, see Invocation.exitCode.
const (
	ExitDone          = 0
	ExitFailure       = 1
	ExitUsage         = 2
	exitBrokenPipe    = 128 + 13 // as after SIGPIPE
	ExitSatisfiable   = 10
	ExitUnsatisfiable = 20
	ExitOptimum       = 30
)

// An ExitCode is an error of an action that ends the program with this code and without a message.
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

// exitCode returns the exit code for err, which is nil or the error of an action with the context
// ctx. The code is 0 for nil, 128 plus the number of a signal that asked the program to stop,
// exitBrokenPipe if a reader has closed the pipe, or the code of an ExitCode. For any other error,
// exitCode prints a message. Then the code is 2 for a usage error, or for an output that would
// overwrite another file of the run, with a hint at the help, and otherwise 1. A signal that
// reports a limit of the system is such an error. With --json or --session, exitCode calls objectOf
// for a signal and for an error with a message.
func (in *Invocation) exitCode(ctx context.Context, err error) int {
	var signal *signalError
	var code ExitCode
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &signal), errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &signal):
		if !signal.isLimit() {
			in.objectOf(ctx, signal)
			return signal.ExitCode()
		}
		err = signal
	case errors.Is(err, output.ErrReaderGone):
		return exitBrokenPipe
	case errors.As(err, &code):
		return int(code)
	}
	in.objectOf(ctx, err)
	printMessage(in.Stderr, in.program+": ", message(err))
	if errors.As(err, new(*usageError)) || errors.As(err, new(*opened.ConflictError)) {
		printMessage(in.Stderr, "", "try '"+in.command+" --help'")
		return ExitUsage
	}
	return ExitFailure
}

// asksForJSON reports whether args contain --json or --session before any "--", and flags contains this flag.
// The other arguments may be wrong.
func asksForJSON(flags []cli.Flag, args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.ContainsFunc([]string{"json", "session"}, func(name string) bool {
		return slices.Contains(args, "--"+name) && slices.ContainsFunc(flags, func(f cli.Flag) bool { return f.Names()[0] == name })
	})
}

// objectOf writes the object {"error": MESSAGE} to standard output if in.json is set. A second after the end
// of ctx, it returns even if it has not written the object.
func (in *Invocation) objectOf(ctx context.Context, err error) {
	if !in.json {
		return
	}
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	to.Encode(map[string]string{"error": strings.Join(escaped(message(err)), "\n")}) // strings have no errors
	written := make(chan struct{})
	go func() {
		in.Stdout.Write(b.Bytes())
		close(written)
	}()
	select {
	case <-written:
		return
	case <-ctx.Done():
	}
	select {
	case <-written:
	case <-time.After(time.Second):
	}
}

// message returns the text of err. It leaves out the operation of a *fs.PathError, such as "open" in
// "open q.cnf: no such file", and gives an error of package exec the form "NAME: REASON".
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

// printMessage prints each line of text, made printable, with prefix before it. It ignores write errors.
func printMessage(w io.Writer, prefix, text string) {
	var b strings.Builder
	for _, line := range escaped(text) {
		fmt.Fprintf(&b, "%s%s\n", prefix, line)
	}
	io.WriteString(w, b.String()) // a failure of standard error cannot be reported
}

// escaped returns the lines of text without line ends, each made printable; see Printable.
func escaped(text string) (lines []string) {
	for line := range strings.Lines(text) {
		lines = append(lines, Printable(strings.TrimSuffix(line, "\n")))
	}
	return lines
}

// Printable returns s with Go's escapes for control characters, including line breaks, for other characters
// that are not printable, and for invalid UTF-8, because these could disturb a terminal. Tabs, quotes and
// backslashes stay.
func Printable(s string) string {
	quoted := strconv.Quote(s)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\t`, "\t").Replace(quoted[1 : len(quoted)-1])
}
