package dimacs

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A SyntaxError describes where a text violates its format, what was expected there and what
// was found. Its message has the form
//
//	q8.cnf:12:7: expected a literal, found "x"
//
// followed by the hint, if there is one, in parentheses.
type SyntaxError struct {
	Name     string // name of the input, for the message only; "<input>" if empty
	Line     int    // 1-based
	Column   int    // 1-based, in bytes
	Expected string // a noun phrase
	Found    string // a noun phrase; text from the input is quoted already
	Hint     string // what the user can do about it, or empty
	Relaxed  bool   // the relaxed mode accepts the text at this place
}

// Error returns the message. Found is quoted already; the name of the file is not escaped.
func (e *SyntaxError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: expected %s, found %s", cmp.Or(e.Name, "<input>"), e.Line, e.Column, e.Expected, e.Found)
	if e.Hint != "" {
		fmt.Fprintf(&b, " (%s)", e.Hint)
	}
	return b.String()
}

// A fault is a syntax error whose position is an offset in the text that a function reads.
type fault struct {
	offset                int
	expected, found, hint string // hint may be relaxes or asComment
}

// relaxes is the hint of a fault that the relaxed mode accepts. It becomes SyntaxError.Relaxed,
// and each program adds how to choose that mode.
const relaxes = "relaxed"

// A position in a text; both numbers count from zero, columns in bytes.
type position struct{ line, column int }

// after returns p + q, where q is a position that counts from p.
func (p position) after(q position) position {
	if q.line == 0 {
		q.column += p.column
	}
	return position{p.line + q.line, q.column}
}

// span returns the position of the end of data, counted from its start.
func span(data []byte) position {
	lines := bytes.Count(data, []byte("\n"))
	return position{lines, len(data) - 1 - bytes.LastIndexByte(data, '\n')}
}

// error returns f as a *SyntaxError at p. It ignores the offset of f.
func (p position) error(name string, f *fault) *SyntaxError {
	e := &SyntaxError{Name: name, Line: p.line + 1, Column: p.column + 1, Expected: f.expected, Found: f.found, Hint: f.hint}
	if f.hint == relaxes {
		e.Hint, e.Relaxed = "", true
	}
	return e
}

func itoa(v int64) string { return strconv.FormatInt(v, 10) }
