package cpog

import (
	"context"
	"errors"
	"fmt"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// errCut is the error for a certificate that ends within a line.
var errCut = errors.New("the certificate is cut off: it ends within a line")

// A reader reads the words of a text.
type reader struct {
	certificate.Work
	certificate.Reader
	start int64 // number of bytes before the last word
}

// spend adds n to the work. It returns the cause of the end of the context, or nil.
func (r *reader) spend(n int) error {
	if r.Spend(n) {
		return context.Cause(r.Ctx)
	}
	return nil
}

// word skips blanks. It returns the first byte of the next word of the line, a line end, or -1.
func (r *reader) word() int {
	b := r.Peek()
	for b == ' ' || b == '\t' || b == '\r' {
		r.Skip()
		b = r.Peek()
	}
	r.start = r.At()
	return b
}

// begin skips comments and empty lines. It returns the first byte of the next line, or -1.
func (r *reader) begin() int {
	for {
		b := r.word()
		if b == 'c' {
			b = r.SkipLine()
		}
		if b != '\n' {
			return b
		}
		r.EndLine()
	}
}

// endLine reads the end of a line. Another word, or the end of the text, is an error.
func (r *reader) endLine() error {
	if b := r.word(); b != '\n' {
		return r.expected("end of line", b)
	}
	r.EndLine()
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
		r.Skip()
		b = r.Peek()
	}
	for ; '0' <= b && b <= '9'; b = r.Peek() {
		if v = 10*v + int64(b-'0'); v > dimacs.MaxVar {
			return 0, r.at(what, "a number of more than 31 bits")
		}
		digits++
		r.Skip()
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
	switch b {
	case -1:
		return r.Cut(errCut)
	case '\n':
		return r.at(what, "end of line")
	case '*':
		err := r.at(what, "*")
		err.Hint = "qcheck does not search for hints: write them all"
		return err
	}
	return r.at(what, fmt.Sprintf("%q", rune(b)))
}

// at returns a syntax error at the last word.
func (r *reader) at(what, found string) *dimacs.SyntaxError {
	return r.Expected(what, r.start, found)
}

// fail returns a FailedError at the last word.
func (r *reader) fail(what, found string) error { return FailedError(r.at(what, found).Error()) }

// failEnd returns a FailedError about the end of the text.
func (r *reader) failEnd(what, found string) error {
	return FailedError(fmt.Sprintf("%s: at its end: expected %s, found %s", r.Name, what, found))
}

// skim reads the rest of a line of numbers without using it.
func (r *reader) skim() error {
	for {
		if b := r.word(); b == '\n' {
			r.EndLine()
			return nil
		}
		if _, err := r.number("a number"); err != nil {
			return err
		}
	}
}
