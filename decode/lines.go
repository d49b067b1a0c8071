package decode

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"queens/dimacs"
)

// lineBytesMax bounds the memory for one line, and for one solution of several.
const lineBytesMax = 64 << 20

// lines reads a text line by line.
type lines struct {
	r    *bufio.Reader
	name string
	line int    // number of the last line read
	long []byte // of a line longer than the buffer
}

// Name returns the name of the input.
func (l *lines) Name() string { return l.name }

// next returns the next line without its end and without trailing blanks, valid
// until the next call, or io.EOF.
func (l *lines) next() ([]byte, error) {
	l.line++
	text, err := l.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		l.long = append(l.long[:0], text...)
		for err == bufio.ErrBufferFull && len(l.long) <= lineBytesMax {
			text, err = l.r.ReadSlice('\n')
			l.long = append(l.long, text...)
		}
		text = l.long
		if len(text) > lineBytesMax {
			return nil, l.expected(fmt.Sprintf("a line of at most %d MB", lineBytesMax>>20), "a longer one")
		}
	}
	if err == io.EOF && len(text) > 0 {
		err = nil
	}
	return bytes.TrimRight(text, " \t\r\n"), err
}

// expected returns an error about the last line read.
func (l *lines) expected(what, found string) error {
	return &dimacs.SyntaxError{Name: l.name, Line: max(l.line, 1), Column: 1, Expected: what, Found: found}
}

// unexpected is expected for the line itself.
func (l *lines) unexpected(what string, line []byte) error {
	const shown = 40
	found := strconv.Quote(string(line))
	if len(line) > shown {
		found = strconv.Quote(string(line[:shown]) + "...")
	}
	return l.expected(what, found)
}

// cut is the error for an input that ends within a solution.
func (l *lines) cut(what string) error {
	return l.expected(what, "end of file (the input seems to be cut off)")
}
