package drat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strconv"
	"unicode"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// A step of a proof adds a clause or deletes clauses.
type step struct {
	deletes  bool
	lits     []dimacs.Lit
	location int64 // line number in a text; number of bytes before a binary step

	// The rest is used only in LRAT.
	number int64   // number of the added clause
	hints  []int64 // hints of an added clause, or the numbers of the clauses to delete
}

// A reader reads the steps of a proof.
type reader struct {
	certificate.Reader
	lrat, binary bool
}

// newReader returns a reader, which recognizes the binary form by the beginning of r.
func newReader(ctx context.Context, r io.Reader, name string, lrat bool) *reader {
	s := &reader{Reader: certificate.NewReader(ctx, r, name), lrat: lrat}
	s.binary = IsBinary(s.Head())
	return s
}

// errCut is the error for a proof that ends within a step.
var errCut = errors.New("the proof is cut off: it ends within a step")

// IsBinary reports whether a DRAT or LRAT proof that begins with head is in the binary form,
// where each step begins with a or d. A text may begin with d, too, but contains no zero byte,
// and its first line is printable.
func IsBinary(head []byte) bool {
	if len(head) == 0 || head[0] != 'd' {
		return len(head) > 0 && head[0] == 'a'
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.IndexByte(head, 0) >= 0 || bytes.ContainsFunc(line, func(c rune) bool { return c == unicode.ReplacementChar || !unicode.IsPrint(c) && !unicode.IsSpace(c) })
}

// next reads the next step into s. After the last step it returns io.EOF.
func (r *reader) next(s *step) error {
	*s = step{lits: s.lits[:0], hints: s.hints[:0]}
	read := r.text
	if r.binary {
		read = r.bytes
	}
	err := read(s)
	if err == errCut {
		err = r.Cut(err)
	}
	return err
}

// text reads a step of a text, such as "d 1 -2 0", or in LRAT "7 1 -2 0 3 5 0" or "7 d 3 0".
func (r *reader) text(s *step) (err error) {
	c := r.begin()
	if c < 0 {
		return r.Err
	}
	s.location = int64(r.Line)
	if r.lrat {
		start := r.At()
		if s.number, err = r.decimal(c, aNumber, math.MaxInt64); err == nil && s.number <= 0 {
			err = r.Expected(aNumber, start, strconv.FormatInt(s.number, 10))
		}
		if err != nil {
			return err
		}
		c = r.blanks()
	}
	if c == 'd' {
		s.deletes = true
		r.Skip()
	}
	if !s.deletes || !r.lrat {
		for err == nil {
			var l int64
			if l, err = r.decimal(r.blanks(), aLiteral, dimacs.MaxVar); l == 0 {
				break
			}
			s.lits = append(s.lits, dimacs.Lit(l))
		}
	}
	for r.lrat && err == nil {
		var h int64
		if h, err = r.decimal(r.blanks(), aNumber, math.MaxInt64); h == 0 {
			break
		}
		s.hints = append(s.hints, h)
	}
	return err
}

// Names of numbers in messages.
const (
	aLiteral = "a literal"
	aNumber  = "the number of a clause"
)

// begin skips blanks, line ends and comments. It returns the next byte, or -1.
func (r *reader) begin() int {
	c := r.blanks()
	for ; c == 'c'; c = r.blanks() {
		r.SkipLine()
	}
	return c
}

// blanks skips blanks and line ends. It returns the next byte, or -1.
func (r *reader) blanks() int {
	for {
		switch c := r.Peek(); c {
		case ' ', '\t', '\r':
			r.Skip()
		case '\n':
			r.EndLine()
		default:
			return c
		}
	}
}

// decimal reads a number between -limit and limit whose first byte is c. The argument what names
// it in messages. A blank must follow the number, except after a 0 at the end of the text.
func (r *reader) decimal(c int, what string, limit int64) (int64, error) {
	if c < 0 {
		return 0, errCut
	}
	start, sign, digits, v := r.At(), int64(1), 0, int64(0)
	if c == '-' {
		sign = -1
		r.Skip()
		c = r.Peek()
	}
	for ; '0' <= c && c <= '9'; c = r.Peek() {
		digit := int64(c - '0')
		if v > (limit-digit)/10 {
			return 0, r.Expected(what, start, fmt.Sprintf("a number of more than %d bits", bits.Len64(uint64(limit))))
		}
		v = 10*v + digit
		digits++
		r.Skip()
	}
	isNumber, isBlank := digits > 0 && (v > 0 || sign > 0), c == ' ' || '\t' <= c && c <= '\r'
	switch {
	case isNumber && (isBlank || c < 0 && v == 0):
		return sign * v, nil
	case c < 0:
		return 0, errCut
	case start == r.At():
		return 0, r.Expected(what, start, fmt.Sprintf("%q", rune(c)))
	}
	return 0, r.Expected(what, start, fmt.Sprintf("a number that ends in %q", rune(c)))
}

// bytes reads a step of the binary form: a or d, the literals, and a zero byte. In LRAT, an
// addition has the number of the clause before the literals, and hints and a zero byte after
// them. A deletion in LRAT consists of numbers of clauses and a zero byte.
func (r *reader) bytes(s *step) (err error) {
	c := r.Peek()
	s.location = r.At()
	switch c {
	case 'a':
	case 'd':
		s.deletes = true
	case -1:
		return r.Err
	default:
		return fmt.Errorf("%s: byte %d: expected a or d, found %q", r.Name, s.location, rune(c))
	}
	r.Skip()
	if r.lrat && !s.deletes {
		if s.number, err = r.varint(aNumber, math.MaxInt64); err == nil && s.number <= 0 {
			err = fmt.Errorf("%s: byte %d: expected %s, found %d", r.Name, r.At()-1, aNumber, s.number)
		}
	}
	for err == nil && !(r.lrat && s.deletes) {
		var l int64
		if l, err = r.varint(aLiteral, dimacs.MaxVar); l == 0 {
			break
		}
		s.lits = append(s.lits, dimacs.Lit(l))
	}
	for err == nil && r.lrat {
		var h int64
		if h, err = r.varint(aNumber, math.MaxInt64); h == 0 {
			break
		}
		s.hints = append(s.hints, h)
	}
	return err
}

// varint reads a number between -limit and limit, where v > 0 is written as 2v and -v as 2v+1, in
// groups of 7 bits, the lowest first. A zero byte gives 0, the end of a list.
func (r *reader) varint(what string, limit int64) (int64, error) {
	value, shift := uint64(0), 0
	for c := r.Peek(); c >= 0; c = r.Peek() {
		r.Skip()
		value |= uint64(c&0x7f) << shift
		if c >= 0x80 && shift < bits.Len64(uint64(limit))/7*7 {
			shift += 7
			continue
		}
		if value == 0 && shift == 0 && c == 0 {
			return 0, nil
		}
		switch {
		case shift == 63 && c > 1: // value lacks the bits beyond 64
			return 0, fmt.Errorf("%s: byte %d: expected %s, found a number of more than 63 bits", r.Name, r.At()-1, what)
		case value < 2 || value>>1 > uint64(limit) || c >= 0x80:
			return 0, fmt.Errorf("%s: byte %d: expected %s, found the number %d", r.Name, r.At()-1, what, value)
		}
		l := int64(value >> 1)
		if value&1 != 0 {
			l = -l
		}
		return l, nil
	}
	return 0, errCut
}
