package dimacs

import (
	"bytes"
	"strconv"
)

// A place is a position in a text, counted from zero.
type place struct{ line, column int }

// after returns the place that lies step after p.
func (p place) after(step place) place {
	if step.line == 0 {
		return place{p.line, p.column + step.column}
	}
	return place{p.line + step.line, step.column}
}

// span returns the place at the end of data, as seen from its beginning.
func span(data []byte) place {
	lines := bytes.Count(data, newline)
	return place{lines, len(data) - 1 - bytes.LastIndexByte(data, '\n')}
}

var newline = []byte{'\n'}

// error returns a syntax error at p.
func (p place) error(name string, f *fault) *SyntaxError {
	return &SyntaxError{
		Name: name, Line: p.line + 1, Column: p.column + 1,
		Expected: f.expected, Found: f.found, Hint: f.hint,
	}
}

// quote returns the token at the start of data for a message: escaped, and
// cut if it is long.
func quote(data []byte) string {
	const most = 24
	n := 0
	for n < len(data) && n < most && !isSpace(data[n]) {
		n++
	}
	switch {
	case n == 0 && len(data) == 0:
		return endOfFile
	case n == 0 && data[0] == '\n':
		return "end of line"
	case n == most:
		return strconv.Quote(string(data[:n])) + ".."
	}
	return strconv.Quote(string(data[:max(n, 1)]))
}

func itoa(v int64) string { return strconv.FormatInt(v, 10) }
