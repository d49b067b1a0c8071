// Package certificate contains the code that the checkers of proofs and of counts share: it reads the
// bytes of a certificate, numbers variables, and ends a check when its context ends.
package certificate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/bits"
	"regexp"
	"sync"

	"queens/dimacs"
)

// A FailedError is a text that says where a certificate is wrong, and why.
type FailedError string

func (e FailedError) Error() string { return string(e) }

// A Work value counts the work of a check, in literals and similar units, and polls its context
// meanwhile. A single line may take long, for example if it lets a unit make many clauses false.
type Work struct {
	Ctx      context.Context
	Stopped  bool // Ctx had ended at the last poll
	done     int
	nextPoll int // the value of done from which on Spend polls
}

// PollEvery is the amount of work between two polls of the context, about 0.1 ms.
const PollEvery = 1 << 14

// Spend adds n to the work, and reports whether the context had ended at the last poll. It polls the
// context on the first call, and again after at least PollEvery units of work.
func (w *Work) Spend(n int) (stopped bool) {
	if w.done += n; w.done >= w.nextPoll {
		w.poll()
	}
	return w.Stopped
}

// poll sets Stopped. It is a function of its own so that Spend is inlined.
//
//go:noinline
func (w *Work) poll() {
	w.nextPoll = w.done + PollEvery
	w.Stopped = w.Ctx.Err() != nil
}

// Done returns the work so far.
func (w *Work) Done() int { return w.done }

// A Reader reads the bytes of a certificate and counts its lines. A word begins where the last call of
// Blanks ended.
type Reader struct {
	Name string // for messages
	Err  error  // the first error of the input, io.EOF, or the cause of the end of the context; nil before
	Line int    // the number of the current line, from 1

	cut       error // the error for a text that ends too early
	ctx       context.Context
	r         io.Reader
	buf       []byte
	i, n      int   // the bytes not read yet are buf[i:n]
	before    int64 // number of bytes before buf
	lineStart int64 // number of bytes before the current line
	word      int64 // number of bytes before the last word
}

// BufferSize is the number of bytes that a Reader reads at a time, except at the end.
const BufferSize = 64 << 10

// Unnamed is the name of a certificate in messages if its caller gives no name.
const Unnamed = "<certificate>"

// NewReader returns a Reader of r, from which only its methods read. An empty name means Unnamed. The error
// for a text that ends too early wraps cut.
func NewReader(ctx context.Context, r io.Reader, name string, cut error) Reader {
	return Reader{Name: cmp.Or(name, Unnamed), Line: 1, cut: cut, ctx: ctx, r: r, buf: make([]byte, BufferSize)}
}

// Head returns the bytes of the buffer that have not been read, at first up to BufferSize bytes. The slice
// is valid until the next call of another method. It is empty at the end of the text or after an error.
func (r *Reader) Head() []byte {
	r.Peek()
	return r.buf[r.i:r.n]
}

// fill fills the buffer, whose bytes must have been read, and reports whether it contains any byte. At the
// end or after an error, Err is set, also if there are bytes before. It reads nothing if the context has
// ended.
func (r *Reader) fill() bool {
	r.before += int64(r.n)
	r.i, r.n = 0, 0
	if r.Err == nil && r.ctx.Err() != nil {
		r.Err = context.Cause(r.ctx)
	}
	if r.Err == nil {
		r.n, r.Err = io.ReadFull(r.r, r.buf)
	}
	if r.Err == io.ErrUnexpectedEOF {
		r.Err = io.EOF
	}
	return r.n > 0
}

// Peek returns the next byte without reading it, or -1 at the end or after an error.
func (r *Reader) Peek() int {
	if r.i == r.n && !r.fill() {
		return -1
	}
	return int(r.buf[r.i])
}

// Skip reads the byte that Peek has returned. In a text, EndLine reads a line end.
func (r *Reader) Skip() { r.i++ }

// Blanks skips blanks, but no line end. A word begins there. It returns the next byte without
// reading it, or -1 at the end or after an error.
func (r *Reader) Blanks() int {
	b := r.Peek()
	for b == ' ' || b == '\t' || b == '\r' {
		r.Skip()
		b = r.Peek()
	}
	r.word = r.At()
	return b
}

// Begin skips blanks, empty lines and comments before a line. It returns the next byte without
// reading it, or -1 at the end or after an error.
func (r *Reader) Begin() int {
	for {
		b := r.Blanks()
		for comment := b == 'c'; comment && b >= 0 && b != '\n'; b = r.Peek() {
			r.Skip()
		}
		if b != '\n' {
			return b
		}
		r.EndLine()
	}
}

// Decimal reads a number from -limit to limit, with which the current word goes on. A blank or a line end
// must follow the number, except after a 0 at the end of the text; it is not read. The error is a
// *dimacs.SyntaxError, where the argument what names the number, or the error of Ended.
func (r *Reader) Decimal(what string, limit int64) (int64, error) {
	c, sign, v := r.Peek(), int64(1), int64(0)
	if c == '-' {
		sign = -1
		r.Skip()
		c = r.Peek()
	}
	first, tenth := r.At(), limit/10
	for ; '0' <= c && c <= '9'; c = r.Peek() {
		digit := int64(c - '0')
		if v >= tenth && v > (limit-digit)/10 {
			return 0, r.Expected(what, fmt.Sprintf("a number of more than %d bits", bits.Len64(uint64(limit))))
		}
		v = 10*v + digit
		r.Skip()
	}
	isNumber, isBlank := r.At() > first && (v > 0 || sign > 0), c == ' ' || '\t' <= c && c <= '\r'
	switch {
	case isNumber && (isBlank || c < 0 && v == 0):
		return sign * v, nil
	case c < 0:
		return 0, r.Ended()
	case r.word < r.At():
		return 0, r.Expected(what, fmt.Sprintf("a number that ends in %q", rune(c)))
	case c == '\n':
		return 0, r.Expected(what, "end of line")
	}
	return 0, r.Expected(what, fmt.Sprintf("%q", rune(c)))
}

// EndLine reads the line end that Peek has returned.
func (r *Reader) EndLine() {
	r.i++
	r.Line++
	r.lineStart = r.At()
}

// At returns the number of bytes read so far.
func (r *Reader) At() int64 { return r.before + int64(r.i) }

// Expected returns the error for the last word. The noun phrases what and found describe the expected
// word and the actual one.
func (r *Reader) Expected(what, found string) *dimacs.SyntaxError {
	return &dimacs.SyntaxError{Name: r.Name, Line: r.Line, Column: int(r.word-r.lineStart) + 1, Expected: what, Found: found}
}

// Ended returns the error for an unexpected end: Err, or after io.EOF the error for a text that ends too
// early, with the name of the certificate.
func (r *Reader) Ended() error {
	if r.Err != io.EOF {
		return r.Err
	}
	return fmt.Errorf("%s: %w", r.Name, r.cut)
}

// Pattern returns a function that compiles a regular expression when it is called first.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// A Numbering numbers variables from 1 in the order of first use, because a formula or a
// certificate may have few variables with large names.
type Numbering struct {
	names []int32          // variable n is called names[n-1]
	near  []uint32         // indexed by name, for small names: the number, or 0
	far   map[int32]uint32 // indexed by name: the numbers of the other names
	least int              // smaller names are always in near
}

// NewNumbering returns an empty Numbering for f and its certificate. The memory of near grows with
// the clauses of f and with the variables, and not with their names.
func NewNumbering(f *dimacs.Formula) Numbering {
	return Numbering{far: map[int32]uint32{}, least: 1<<16 + 8*f.NumClauses()}
}

// Names returns the names of the variables. Variable n is called Names()[n-1].
func (n *Numbering) Names() []int32 { return n.names }

// NameOf returns the name of the variable with the given number.
func (n *Numbering) NameOf(number uint32) int { return int(n.names[number-1]) }

// Find returns the number of the variable called name, or 0 if Add has not numbered it.
func (n *Numbering) Find(name int) uint32 {
	if name < len(n.near) && n.near[name] != 0 {
		return n.near[name]
	}
	return n.far[int32(name)]
}

// Add gives a variable that has no number the next number, and returns it.
func (n *Numbering) Add(name int) uint32 {
	n.names = append(n.names, int32(name))
	number := uint32(len(n.names))
	if name >= n.least+8*len(n.names) {
		n.far[int32(name)] = number
		return number
	}
	if name >= len(n.near) {
		n.near = append(n.near, make([]uint32, name+1-len(n.near))...)
	}
	n.near[name] = number
	return number
}
