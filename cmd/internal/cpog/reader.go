package cpog

import (
	"errors"
	"fmt"
	"io"

	"queens/dimacs"
)

const bufferSize = 64 << 10

// errCut is the error for a certificate that ends within a line.
var errCut = errors.New("the certificate is cut off: it ends within a line")

// A reader reads the words of a text. Its line numbers and columns start at 1.
type reader struct {
	work
	r         io.Reader
	name      string
	buf       []byte
	i, n      int   // the bytes not read yet are buf[i:n]
	before    int64 // number of bytes before buf
	line      int
	lineStart int64 // number of bytes before the current line
	start     int64 // number of bytes before the last word
	err       error // the first error of r, or the cause of the end of the context
}

// peek returns the next byte without reading it, or -1 at the end or after an error.
func (r *reader) peek() int {
	if r.i == r.n && !r.fill() {
		return -1
	}
	return int(r.buf[r.i])
}

// fill fills the buffer and reports whether it contains any byte. It fails if the context has
// ended.
func (r *reader) fill() bool {
	r.before += int64(r.n)
	r.i, r.n = 0, 0
	if r.err == nil {
		r.err = r.spend(pollEvery)
	}
	if r.err == nil {
		r.n, r.err = io.ReadFull(r.r, r.buf)
	}
	if r.err == io.ErrUnexpectedEOF {
		r.err = io.EOF
	}
	return r.n > 0
}

// word skips blanks. It returns the first byte of the next word of the line, a line end, or -1.
func (r *reader) word() int {
	b := r.peek()
	for b == ' ' || b == '\t' || b == '\r' {
		r.i++
		b = r.peek()
	}
	r.start = r.before + int64(r.i)
	return b
}

// begin skips comments and empty lines. It returns the first byte of the next line, or -1.
func (r *reader) begin() int {
	for {
		b := r.word()
		if b == 'c' {
			for b >= 0 && b != '\n' {
				r.i++
				b = r.peek()
			}
		}
		if b != '\n' {
			return b
		}
		r.newline()
	}
}

func (r *reader) newline() {
	r.i++
	r.line++
	r.lineStart = r.before + int64(r.i)
}

// endLine reads the end of a line. Another word, or the end of the text, is an error.
func (r *reader) endLine() error {
	if b := r.word(); b != '\n' {
		return r.expected("end of line", b)
	}
	r.newline()
	return nil
}

// number reads an integer, such as a literal, the number of a clause, or 0. The argument what is
// its name in messages.
func (r *reader) number(what string) (dimacs.Lit, error) {
	if err := r.spend(1); err != nil {
		return 0, err
	}
	b := r.word()
	negative, digits, v := b == '-', 0, int64(0)
	if negative {
		r.i++
		b = r.peek()
	}
	for ; '0' <= b && b <= '9'; b = r.peek() {
		if v = 10*v + int64(b-'0'); v > dimacs.MaxVar {
			return 0, r.at(what, "a number of more than 31 bits")
		}
		digits++
		r.i++
	}
	if digits == 0 || b != ' ' && b != '\n' && b != '\t' && b != '\r' || negative && v == 0 {
		return 0, r.expected(what, b)
	}
	if negative {
		v = -v
	}
	return dimacs.Lit(v), nil
}

// expected returns the error for a word in which the byte b is wrong. If b is -1, it is the read
// error, or errCut at the end of the text.
func (r *reader) expected(what string, b int) error {
	switch {
	case b < 0 && r.err != nil && r.err != io.EOF:
		return r.err
	case b < 0:
		return fmt.Errorf("%s: %w", r.name, errCut)
	case b == '\n':
		return r.at(what, "end of line")
	case b == '*':
		return &dimacs.SyntaxError{Name: r.name, Line: r.line, Column: r.column(), Expected: what, Found: "*", Hint: "qcheck does not search for hints: write them all"}
	}
	return r.at(what, fmt.Sprintf("%q", rune(b)))
}

// at returns a syntax error at the last word.
func (r *reader) at(what, found string) error {
	return &dimacs.SyntaxError{Name: r.name, Line: r.line, Column: r.column(), Expected: what, Found: found}
}

func (r *reader) column() int { return int(r.start-r.lineStart) + 1 }

// fail returns a FailedError at the last word.
func (r *reader) fail(what, found string) error { return FailedError(r.at(what, found).Error()) }

// failEnd returns a FailedError about the end of the text.
func (r *reader) failEnd(what, found string) error {
	return FailedError(fmt.Sprintf("%s: at its end: expected %s, found %s", r.name, what, found))
}

// skim reads the rest of a line of numbers without using it.
func (r *reader) skim() error {
	for {
		if b := r.word(); b == '\n' {
			r.newline()
			return nil
		}
		if _, err := r.number("a number"); err != nil {
			return err
		}
	}
}
