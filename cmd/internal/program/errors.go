package program

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"queens/cmd/internal/opened"
)

// Exit codes of all programs.
const (
	ExitDone    = 0
	ExitFailure = 1
	ExitUsage   = 2
)

// An ExitCode is an error that ends a program with that code and no message.
type ExitCode int

func (c ExitCode) Error() string { return "exit code " + strconv.Itoa(int(c)) }

// A UsageError says what is wrong with a command line. It ends a program with
// exit code 2 and a pointer to the help.
type UsageError struct{ err error }

func (e *UsageError) Error() string { return e.err.Error() }
func (e *UsageError) Unwrap() error { return e.err }

// Usagef returns a UsageError; it understands what fmt.Errorf understands.
func Usagef(format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...)}
}

// report prints err as it is meant to be seen and returns the exit code.
func report(w io.Writer, name string, err error) int {
	var code ExitCode
	var usage *UsageError
	var conflict *opened.ConflictError
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage), errors.As(err, &conflict):
		printMessage(w, name, err.Error())
		printMessage(w, "", "try '"+name+" --help'")
		return ExitUsage
	}
	printMessage(w, name, err.Error())
	return ExitFailure
}

// printMessage prints each line of text, led by the name if there is one.
func printMessage(w io.Writer, name, text string) {
	if name != "" {
		name += ": "
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "%s%s\n", name, printable(strings.TrimSuffix(line, "\n")))
	}
	io.WriteString(w, b.String()) // nowhere to report a failure of standard error
}

// printable escapes what could garble a terminal: control characters and
// bytes that are no text.
func printable(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == unicode.ReplacementChar && s[i] != "\uFFFD"[0]:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsPrint(r), r == '\t':
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
