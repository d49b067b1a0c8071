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
	ctx       context.Context
	r         io.Reader
	name      string
	lrat      bool
	buf       []byte
	i, n      int   // the bytes not read yet are buf[i:n]
	before    int64 // number of bytes before buf
	line      int64
	lineStart int64 // number of bytes before the current line
	binary    bool
	err       error // the first error of r, or the cause of the end of ctx
}

// errCut is the error for a proof that ends within a step.
var errCut = errors.New("the proof is cut off: it ends within a step")

const bufferSize = 64 << 10

// open reads the beginning and recognizes the binary form.
func (r *reader) open() {
	r.buf, r.line = make([]byte, bufferSize), 1
	r.fill()
	r.binary = IsBinary(r.buf[:r.n])
}

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

// fill fills the buffer and reports whether it contains any byte. It fails if ctx has ended.
func (r *reader) fill() bool {
	r.before += int64(r.n)
	r.i, r.n = 0, 0
	if r.err == nil && r.ctx.Err() != nil {
		r.err = context.Cause(r.ctx)
	}
	if r.err == nil {
		r.n, r.err = io.ReadFull(r.r, r.buf)
	}
	if r.err == io.ErrUnexpectedEOF {
		r.err = io.EOF
	}
	return r.n > 0
}

// at returns the number of bytes read so far.
func (r *reader) at() int64 { return r.before + int64(r.i) }

// peek returns the next byte without reading it, or -1 at the end or after an error.
func (r *reader) peek() int {
	if r.i == r.n && !r.fill() {
		return -1
	}
	return int(r.buf[r.i])
}

// next reads the next step into s. After the last step it returns io.EOF.
func (r *reader) next(s *step) error {
	if r.buf == nil {
		r.open()
	}
	*s = step{lits: s.lits[:0], hints: s.hints[:0]}
	read := r.text
	if r.binary {
		read = r.bytes
	}
	err := read(s)
	switch {
	case (err == errCut || err == io.EOF) && r.err != io.EOF:
		return r.err
	case err == errCut:
		return fmt.Errorf("%s: %w", r.name, err)
	}
	return err
}

// text reads a step of a text, such as "d 1 -2 0", or in LRAT "7 1 -2 0 3 5 0" or "7 d 3 0".
func (r *reader) text(s *step) (err error) {
	c := r.begin()
	if c < 0 {
		return io.EOF
	}
	s.location = r.line
	if r.lrat {
		start := r.at()
		if s.number, err = r.decimal(c, aNumber, math.MaxInt64); err == nil && s.number <= 0 {
			err = r.expected(aNumber, start, strconv.FormatInt(s.number, 10))
		}
		if err != nil {
			return err
		}
		c = r.blanks()
	}
	if c == 'd' {
		s.deletes = true
		r.i++
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
		for c >= 0 && c != '\n' {
			r.i++
			c = r.peek()
		}
	}
	return c
}

// blanks skips blanks and line ends. It returns the next byte, or -1.
func (r *reader) blanks() int {
	for {
		switch c := r.peek(); c {
		case ' ', '\t', '\r':
		case '\n':
			r.line++
			r.lineStart = r.at() + 1
		default:
			return c
		}
		r.i++
	}
}

// decimal reads a number between -limit and limit whose first byte is c. The argument what names
// it in messages. A blank must follow the number, except after a 0 at the end of the text.
func (r *reader) decimal(c int, what string, limit int64) (int64, error) {
	if c < 0 {
		return 0, errCut
	}
	start, sign, digits, v := r.at(), int64(1), 0, int64(0)
	if c == '-' {
		sign = -1
		r.i++
		c = r.peek()
	}
	for ; '0' <= c && c <= '9'; c = r.peek() {
		digit := int64(c - '0')
		if v > (limit-digit)/10 {
			return 0, r.expected(what, start, fmt.Sprintf("a number of more than %d bits", bits.Len64(uint64(limit))))
		}
		v = 10*v + digit
		digits++
		r.i++
	}
	isNumber, isBlank := digits > 0 && (v > 0 || sign > 0), c == ' ' || '\t' <= c && c <= '\r'
	switch {
	case isNumber && (isBlank || c < 0 && v == 0):
		return sign * v, nil
	case c < 0:
		return 0, errCut
	case start == r.at():
		return 0, r.expected(what, start, fmt.Sprintf("%q", rune(c)))
	}
	return 0, r.expected(what, start, fmt.Sprintf("a number that ends in %q", rune(c)))
}

// expected returns the error for a word that begins after start bytes.
func (r *reader) expected(what string, start int64, found string) error {
	return &dimacs.SyntaxError{Name: r.name, Line: int(r.line), Column: int(start-r.lineStart) + 1, Expected: what, Found: found}
}

// bytes reads a step of the binary form: a or d, the literals, and a zero byte. In LRAT, an
// addition has the number of the clause before the literals, and hints and a zero byte after
// them. A deletion in LRAT consists of numbers of clauses and a zero byte.
func (r *reader) bytes(s *step) (err error) {
	c := r.peek()
	s.location = r.at()
	switch c {
	case 'a':
	case 'd':
		s.deletes = true
	case -1:
		return io.EOF
	default:
		return fmt.Errorf("%s: byte %d: expected a or d, found %q", r.name, s.location, rune(c))
	}
	r.i++
	if r.lrat && !s.deletes {
		if s.number, err = r.varint(aNumber, math.MaxInt64); err == nil && s.number <= 0 {
			err = fmt.Errorf("%s: byte %d: expected %s, found %d", r.name, r.at()-1, aNumber, s.number)
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
	for c := r.peek(); c >= 0; c = r.peek() {
		r.i++
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
			return 0, fmt.Errorf("%s: byte %d: expected %s, found a number of more than 63 bits", r.name, r.at()-1, what)
		case value < 2 || value>>1 > uint64(limit) || c >= 0x80:
			return 0, fmt.Errorf("%s: byte %d: expected %s, found the number %d", r.name, r.at()-1, what, value)
		}
		l := int64(value >> 1)
		if value&1 != 0 {
			l = -l
		}
		return l, nil
	}
	return 0, errCut
}
