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

// Exit codes of all programs. Solvers end with the last three after an answer.
const (
	ExitDone          = 0
	ExitFailure       = 1
	ExitUsage         = 2
	exitBrokenPipe    = 128 + 13 // as after SIGPIPE
	ExitSatisfiable   = 10
	ExitUnsatisfiable = 20
	ExitOptimum       = 30
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

// exitCode prints a message for err, if one is due, and returns the exit code. With --json, it also
// writes the error to standard output. There is no
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

// asksForJSON reports whether args contain --json or --session, and flags contains this flag. The other
// arguments may be wrong.
func asksForJSON(flags []cli.Flag, args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.ContainsFunc([]string{"json", "session"}, func(name string) bool {
		return slices.Contains(args, "--"+name) && slices.ContainsFunc(flags, func(f cli.Flag) bool { return f.Names()[0] == name })
	})
}

// objectOf writes {"error": ERR} to standard output if --json or --session is given. A second after the end of
// ctx, it gives up.
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
	for _, line := range escaped(text) {
		fmt.Fprintf(&b, "%s%s\n", prefix, line)
	}
	io.WriteString(w, b.String()) // a failure of standard error cannot be reported
}

// escaped returns the lines of text, each made printable.
func escaped(text string) (lines []string) {
	for line := range strings.Lines(text) {
		lines = append(lines, Printable(strings.TrimSuffix(line, "\n")))
	}
	return lines
}

// Printable escapes control characters, including line breaks, and invalid UTF-8, which could disturb a
// terminal.
func Printable(s string) string {
	quoted := strconv.Quote(s)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\t`, "\t").Replace(quoted[1 : len(quoted)-1])
}
