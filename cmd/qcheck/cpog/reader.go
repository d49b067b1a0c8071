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

// A reader reads the words of a certificate, and counts the work of its check.
type reader struct {
	certificate.Work
	certificate.Reader
}

// spend adds n to the work. It returns the cause of the end of the context, or nil.
func (r *reader) spend(n int) error {
	if r.Spend(n) {
		return context.Cause(r.Ctx)
	}
	return nil
}

// endLine reads the end of a line. Another word is a *dimacs.SyntaxError, and the end of the text
// is an error, too.
func (r *reader) endLine() error {
	switch b := r.Blanks(); b {
	case '\n':
		r.EndLine()
		return nil
	case -1:
		return r.Ended()
	default:
		return r.Expected("end of line", fmt.Sprintf("%q", rune(b)))
	}
}

// number reads an integer from -dimacs.MaxVar to dimacs.MaxVar, such as a literal or the number of
// a clause. The argument what names it in messages. The error is a *dimacs.SyntaxError, or the
// error of Ended.
func (r *reader) number(what string) (dimacs.Lit, error) {
	r.Blanks()
	n, err := r.Decimal(what, dimacs.MaxVar)
	if wrong, is := err.(*dimacs.SyntaxError); is && r.Peek() == '*' {
		wrong.Hint = "qcheck does not search for hints: write them all"
	}
	return dimacs.Lit(n), err
}

// fail returns a FailedError at the last word. The arguments are those of Reader.Expected.
func (r *reader) fail(what, found string) error { return FailedError(r.Expected(what, found).Error()) }

// failEnd returns a FailedError about the end of the text, with what was expected and found there.
func (r *reader) failEnd(what, found string) error {
	return FailedError(fmt.Sprintf("%s: at its end: expected %s, found %s", r.Name, what, found))
}

// skim reads the rest of a line and checks only that it consists of numbers. It returns the error of number.
func (r *reader) skim() error {
	for {
		if b := r.Blanks(); b == '\n' {
			r.EndLine()
			return nil
		}
		if _, err := r.number("a number"); err != nil {
			return err
		}
	}
}
