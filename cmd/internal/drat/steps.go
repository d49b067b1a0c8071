package drat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"queens/dimacs"
)

// A step of a proof adds a clause or deletes one.
type step struct {
	deletes  bool
	lits     []dimacs.Lit
	location int64 // the line of a text, or how many bytes are before it in the binary form

	// only in LRAT
	number dimacs.Lit   // of the clause
	hints  []dimacs.Lit // or the numbers of clauses to delete
}

// A reader reads the steps of a proof one by one.
type reader struct {
	r         io.Reader
	name      string
	lrat      bool
	buf       []byte
	i, n      int   // what of buf was not read
	before    int64 // bytes before buf
	line      int64
	lineStart int64 // bytes before the line
	binary    bool
	err       error // of r
}

// errCut is the error for a proof that ends within a step.
var errCut = errors.New("the proof is cut off: it ends within a step")

const bufferSize = 64 << 10

// open reads the beginning and finds out which form the proof has. A text has no
// zero byte. In the binary form each step ends in one and begins with a or d.
func (r *reader) open() {
	r.buf, r.line = make([]byte, bufferSize), 1
	r.fill()
	head := r.buf[:r.n]
	r.binary = !r.lrat && r.n > 0 && (head[0] == 'a' || head[0] == 'd' && bytes.IndexByte(head, 0) >= 0)
}

// fill reads more and reports whether there is any.
func (r *reader) fill() bool {
	r.before += int64(r.n)
	r.i, r.n = 0, 0
	if r.err == nil {
		r.n, r.err = io.ReadFull(r.r, r.buf)
	}
	if r.err == io.ErrUnexpectedEOF {
		r.err = io.EOF
	}
	return r.n > 0
}

// at returns how many bytes were read.
func (r *reader) at() int64 { return r.before + int64(r.i) }

// peek returns the next byte, -1 if there is none.
func (r *reader) peek() int {
	if r.i == r.n && !r.fill() {
		return -1
	}
	return int(r.buf[r.i])
}

// next reads the next step into s. After the last it returns io.EOF.
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

// text reads a step such as "d 1 -2 0", in LRAT a line such as "7 1 -2 0 3 5 0" or "7 d 3 0".
func (r *reader) text(s *step) (err error) {
	c := r.begin()
	if c < 0 {
		return io.EOF
	}
	s.location = r.line
	if r.lrat {
		start := r.at()
		if s.number, err = r.literal(c); err == nil && s.number <= 0 {
			err = r.expected("the number of a clause", start, strconv.Itoa(int(s.number)))
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
		s.lits, err = r.literals(s.lits)
	}
	if r.lrat && err == nil {
		s.hints, err = r.literals(s.hints)
	}
	return err
}

// literals appends what comes before the next 0.
func (r *reader) literals(list []dimacs.Lit) ([]dimacs.Lit, error) {
	for c := r.blanks(); c >= 0; c = r.blanks() {
		l, err := r.literal(c)
		if l == 0 {
			return list, err
		}
		list = append(list, l)
	}
	return list, errCut
}

// begin skips comments as well and returns the next byte, -1 at the end.
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

// blanks skips blanks and line ends and returns the next byte, -1 at the end.
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

// literal reads a number that begins with c.
func (r *reader) literal(c int) (dimacs.Lit, error) {
	start, sign, digits, v := r.at(), int64(1), 0, int64(0)
	if c == '-' {
		sign = -1
		r.i++
		c = r.peek()
	}
	for ; '0' <= c && c <= '9' && v <= dimacs.MaxVar; c = r.peek() {
		v = 10*v + int64(c-'0')
		digits++
		r.i++
	}
	isNumber, isBlank := digits > 0 && v <= dimacs.MaxVar && (v > 0 || sign > 0), c == ' ' || '\t' <= c && c <= '\r'
	switch {
	case isNumber && (isBlank || c < 0 && v == 0):
		return dimacs.Lit(sign * v), nil
	case v > dimacs.MaxVar:
		return 0, r.expected("a literal", start, "a number of more than 31 bits")
	case c < 0:
		return 0, errCut
	case start == r.at():
		return 0, r.expected("a literal", start, fmt.Sprintf("%q", rune(c)))
	}
	return 0, r.expected("a literal", start, fmt.Sprintf("a number that ends in %q", rune(c)))
}

// expected returns the error for what begins after so many bytes.
func (r *reader) expected(what string, start int64, found string) error {
	return &dimacs.SyntaxError{Name: r.name, Line: int(r.line), Column: int(start-r.lineStart) + 1, Expected: what, Found: found}
}

// bytes reads a step of the binary form: a or d, each literal v or -v as the number
// 2v or 2v+1 in groups of 7 bits, the lowest first, and a zero byte.
func (r *reader) bytes(s *step) error {
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
	value, shift := uint64(0), 0
	for c = r.peek(); c >= 0; c = r.peek() {
		r.i++
		value |= uint64(c&0x7f) << shift
		if c >= 0x80 && shift < 28 {
			shift += 7
			continue
		}
		if value == 0 && shift == 0 {
			return nil
		}
		if value < 2 || value>>1 > dimacs.MaxVar || c >= 0x80 {
			return fmt.Errorf("%s: byte %d: expected a literal, found the number %d", r.name, r.at()-1, value)
		}
		l := dimacs.Lit(value >> 1)
		if value&1 != 0 {
			l = -l
		}
		s.lits = append(s.lits, l)
		value, shift = 0, 0
	}
	return errCut
}
