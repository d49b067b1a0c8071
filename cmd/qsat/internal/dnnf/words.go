package dnnf

import (
	"bufio"
	"io"
	"strconv"

	"queens/dimacs"
)

// words reads the words of a text. After the first error, every number is 0.
type words struct {
	in     *bufio.Reader
	name   string
	line   int
	column int    // the number of bytes of the line that were read
	word   []byte // empty at the end of a line
	atEnd  bool   // the text has ended
	again  bool   // next returns the same word again
	err    error
}

// longWord is the largest number of bytes of a word that is kept.
const longWord = 24

// next reads the next word of the line, or the empty word at the end of the line.
func (w *words) next() {
	if w.again {
		w.again = false
		return
	}
	w.word = w.word[:0]
	for w.err == nil {
		b, err := w.in.ReadByte()
		switch {
		case err == io.EOF:
			w.atEnd = len(w.word) == 0
			return
		case err != nil:
			w.err = err
		case b == '\n', len(w.word) > 0 && isBlank(b):
			w.in.UnreadByte()
			return
		case isBlank(b):
			w.column++
		default:
			if len(w.word) < longWord {
				w.word = append(w.word, b)
			}
			w.column++
		}
	}
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// skipLine moves to the next line.
func (w *words) skipLine() {
	for w.err == nil {
		if b, err := w.in.ReadByte(); err == nil && b != '\n' {
			continue
		} else if err != nil && err != io.EOF {
			w.err = err
		}
		break
	}
	w.line, w.column = w.line+1, 0
}

// end reads the end of a line.
func (w *words) end() {
	if w.next(); len(w.word) > 0 {
		w.expect("end of line", w.found())
	}
	w.skipLine()
}

// number reads an integer from low to high. The argument what is its name in messages.
func (w *words) number(what string, low, high int) int {
	w.next()
	n, err := strconv.Atoi(string(w.word))
	if err != nil || n < low || n > high || len(w.word) == longWord || w.word[0] == '+' {
		w.expect(what, w.found())
	}
	if w.err != nil {
		return 0
	}
	return n
}

// found describes the word in messages.
func (w *words) found() string {
	switch {
	case w.atEnd:
		return "end of file"
	case len(w.word) == 0:
		return "end of line"
	}
	return strconv.Quote(string(w.word))
}

// expect sets the error of the text at the last word.
func (w *words) expect(what, found string) {
	if w.err == nil {
		w.err = &dimacs.SyntaxError{Name: w.name, Line: w.line, Column: max(w.column-len(w.word), 0) + 1, Expected: what, Found: found}
	}
}
