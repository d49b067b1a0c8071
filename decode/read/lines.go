package read

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"queens/dimacs"
)

// lineBytesMax is the largest number of bytes in a line, and in a solution of several lines.
// More is an error.
const lineBytesMax = 64 << 20

// lines reads a text line by line, divides lines into words, and keeps the position for messages.
type lines struct {
	r     *bufio.Reader
	name  string // of the input in messages
	line  int    // number of the last line read, from 1; 0 before the first; 1 more at the end of the input
	text  []byte // the last line, without its end and trailing blanks
	long  []byte // the array of the last line that was longer than the buffer of r
	words []word // the result of split
}

// A word is a run of bytes without blanks and tabs in a line, or for messages, any part of a line.
type word struct {
	text   []byte
	column int // position of the first byte, from 1
}

func (w word) is(text string) bool { return string(w.text) == text }

// Name returns the name of the input.
func (l *lines) Name() string { return l.name }

// next adds 1 to l.line, and reads the next line into l.text, which is valid until the next call. After
// the last line it returns io.EOF. A line of more than lineBytesMax bytes is a *dimacs.SyntaxError. It also
// returns the errors of the input.
func (l *lines) next() error {
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
			return l.error(1, fmt.Sprintf("a line of at most %d MB", lineBytesMax>>20), "a longer one")
		}
	}
	if err == io.EOF && len(text) > 0 {
		err = nil
	}
	l.text = bytes.TrimRight(text, " \t\r\n")
	return err
}

// has reports whether l.text begins with prefix.
func (l *lines) has(prefix string) bool { return bytes.HasPrefix(l.text, []byte(prefix)) }

// split returns the words of l.text, without blanks and tabs. They are valid until the next call of next or
// split.
func (l *lines) split() []word {
	l.words = l.words[:0]
	end := 0 // of the last word
	for text := range bytes.FieldsFuncSeq(l.text, func(r rune) bool { return r == ' ' || r == '\t' }) {
		start := end + bytes.Index(l.text[end:], text)
		end = start + len(text)
		l.words = append(l.words, word{text, start + 1})
	}
	return l.words
}

// whole returns the line as one word.
func (l *lines) whole() word { return word{l.text, 1} }

// unexpected returns a *dimacs.SyntaxError at a word. It quotes at most the first 40 bytes of the word, and
// gives the text that was expected.
func (l *lines) unexpected(expected string, found word) error {
	const shown = 40
	text := strconv.Quote(string(found.text))
	if len(found.text) > shown {
		text = strconv.Quote(string(found.text[:shown]) + "...")
	}
	return l.error(found.column, expected, text)
}

// cut returns a *dimacs.SyntaxError for an input that ends before the expected text, such as "the end of the report".
func (l *lines) cut(expected string) error {
	return l.error(1, expected, "end of file (the input seems to be cut off)")
}

func (l *lines) error(column int, expected, found string) error {
	return &dimacs.SyntaxError{Name: l.name, Line: l.line, Column: column, Expected: expected, Found: found}
}
