package dimacs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// writerSize is the number of bytes that are handed to the underlying writer
// at once: a few pipe capacities, and small enough to stay in a second-level
// cache between formatting and the copy into the kernel.
const writerSize = 128 << 10

// A Writer writes a CNF formula in the canonical form that every solver
// accepts: single blanks, one clause per line ending in " 0", no blank lines.
// It neither checks clauses against the header nor removes duplicate literals.
//
// The text is nearly all there is to a large formula, so a clause costs no
// allocation, and a literal that occurs in many pairs is rendered once (see
// Pairs). Memory is one buffer and the rendered literals.
//
// Errors are deferred: the first one sticks, everything written after it is
// dropped, and Err and Flush return it. Nothing is complete before Flush.
type Writer struct {
	w     io.Writer
	buf   []byte // writerSize bytes, and slack for wide copies
	n     int    // bytes used, at most writerSize between calls
	err   error
	tails []numeral // rendered literals that Pairs works on
}

// NewWriter returns a Writer with a buffer of its own; do not wrap w in
// another one.
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: w, buf: make([]byte, writerSize+numeralSlack)}
}

// Comment writes the comment line `c key: value`, or `c key:` if value is
// empty. A key or value that would not stay on its line is an error.
func (w *Writer) Comment(key, value string) {
	if value == "" {
		w.CommentText(key + ":")
		return
	}
	w.CommentText(key + ": " + value)
}

// CommentText writes the comment line `c text`, or `c` if text is empty.
// Text with a line break in it is an error.
func (w *Writer) CommentText(text string) {
	if strings.ContainsAny(text, "\r\n") {
		w.fail(fmt.Errorf("comment %q holds a line break", text))
		return
	}
	if text == "" {
		w.text("c\n")
		return
	}
	w.text("c ")
	w.text(text)
	w.text("\n")
}

// Header writes the line `p cnf vars clauses`. The counts are the caller's to
// get right: every strict solver refuses a formula with another number of
// clauses.
func (w *Writer) Header(vars int, clauses int64) {
	if vars < 0 || vars > MaxVar || clauses < 0 {
		w.fail(fmt.Errorf("header p cnf %d %d is out of range", vars, clauses))
		return
	}
	w.text("p cnf ")
	w.text(strconv.Itoa(vars))
	w.text(" ")
	w.text(strconv.FormatInt(clauses, 10))
	w.text("\n")
}

// IncrementalHeader writes the line `p inccnf`, which takes the place of
// Header where cubes follow the clauses.
func (w *Writer) IncrementalHeader() { w.text("p inccnf\n") }

// Cube writes the line `a l1 l2 .. 0`: literals that are assumed in one
// part of the search. It belongs behind IncrementalHeader and the clauses.
func (w *Writer) Cube(lits ...Lit) {
	w.text("a ")
	w.Clause(lits...)
}

// Projection writes the one line `c p show v1 v2 .. 0` that tells a model
// counter or enumerator which variables matter. It belongs after the header,
// because some checkers break on long lines before it. The literals must be
// positive.
func (w *Writer) Projection(vars iter.Seq[Lit]) {
	w.text("c p show ")
	for v := range vars {
		if w.err != nil {
			return
		}
		if v < 0 {
			w.fail(fmt.Errorf("projection on %d, which is no variable", v))
			return
		}
		w.literal(v)
	}
	w.text("0\n")
}

// Weight writes the line `c p weight l value 0`, with the value as an exact decimal, or as a
// fraction if it has none.
func (w *Writer) Weight(l Lit, value *big.Rat) {
	if value == nil {
		w.fail(fmt.Errorf("the literal %d has a weight without a value", l))
		return
	}
	text := value.RatString()
	if digits, exact := value.FloatPrec(); exact {
		text = value.FloatString(digits)
	}
	w.text("c p weight ")
	w.literal(l)
	w.text(text)
	w.text(" 0\n")
}

// Clause writes one clause; without literals, the empty clause.
func (w *Writer) Clause(lits ...Lit) {
	for _, l := range lits {
		w.literal(l)
	}
	w.endClause()
}

// Clauses writes the clauses of f. It ends early, with the cause, when ctx
// ends, and when an error has occurred.
func (w *Writer) Clauses(ctx context.Context, f *Formula) error {
	n := 0
	for c := range f.Clauses() {
		if n++; n&0xfff == 0 && (ctx.Err() != nil || w.err != nil) {
			break
		}
		w.Clause(c...)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return w.err
}

// Binary writes the clause {a, b}. It is Clause for the most frequent length,
// and spares callers that hold the Writer as an interface the allocation of a
// variadic call.
func (w *Writer) Binary(a, b Lit) {
	if a == 0 || b == 0 || a == math.MinInt32 || b == math.MinInt32 {
		w.fail(errLiteral)
		return
	}
	if w.n > writerSize-2*numeralWidth {
		w.drain()
	}
	n := appendLiteral(w.buf, appendLiteral(w.buf, w.n, a), b)
	w.buf[n], w.buf[n+1] = '0', '\n'
	w.n = n + 2
}

// Flush hands everything written so far to the underlying writer and returns
// the first error that occurred, if any.
func (w *Writer) Flush() error {
	w.drain()
	return w.err
}

// Err returns the first error that occurred so far. A caller that writes a
// great deal polls it to stop early.
func (w *Writer) Err() error { return w.err }

// errLiteral is what a clause with a zero in it would end in.
var errLiteral = errors.New("0 and -2147483648 are not literals")

// literal writes l and a blank.
func (w *Writer) literal(l Lit) {
	if l == 0 || l == math.MinInt32 {
		w.fail(errLiteral)
		return
	}
	if w.n > writerSize-numeralWidth {
		w.drain()
	}
	w.n = appendLiteral(w.buf, w.n, l)
}

// appendLiteral writes l and a blank into buf from n on and returns where the
// text ends. It needs numeralWidth bytes.
func appendLiteral(buf []byte, n int, l Lit) int {
	b := (*[numeralWidth]byte)(buf[n:])
	k := putLiteral(b, l)
	b[k&15] = ' '
	return n + k + 1
}

// endClause writes the zero and the line feed.
func (w *Writer) endClause() {
	if w.n > writerSize-2 {
		w.drain()
	}
	w.n += copy(w.buf[w.n:], "0\n")
}

// text writes s, of any length.
func (w *Writer) text(s string) {
	for len(s) > writerSize-w.n {
		c := copy(w.buf[w.n:writerSize], s)
		w.n += c
		s = s[c:]
		w.drain()
	}
	w.n += copy(w.buf[w.n:], s)
}

// drain empties the buffer, into the underlying writer unless an error
// occurred before.
func (w *Writer) drain() {
	if w.n > 0 && w.err == nil {
		n, err := w.w.Write(w.buf[:w.n])
		if err == nil && n < w.n {
			err = io.ErrShortWrite
		}
		w.err = err
	}
	w.n = 0
}

// fail makes err the sticky error unless there is one. What was written before
// still reaches the underlying writer, so that its size does not depend on
// where the buffer happened to end.
func (w *Writer) fail(err error) {
	if w.err == nil {
		w.drain()
	}
	if w.err == nil {
		w.err = err
	}
}

// Pairs writes the clauses {lits[i], lits[j]} for all i < j, ordered by i and
// then j. With negated literals that is the pairwise at-most-one constraint,
// which makes up all but a thousandth of the larger queens instances.
//
// Each literal is rendered once, as it looks at the end of a clause. The
// quadratic part is left with two copies of fixed width per clause.
func (w *Writer) Pairs(lits []Lit) {
	w.tails = w.tails[:0]
	for _, l := range lits {
		if l == 0 || l == math.MinInt32 {
			w.fail(errLiteral)
			return
		}
		w.tails = append(w.tails, newNumeral(l, " 0\n"))
	}
	for i := range lits {
		if w.err != nil {
			return
		}
		w.pairsOf(newNumeral(lits[i], " "), w.tails[i+1:])
	}
}

// pairsOf writes one clause per tail, each begun by head.
func (w *Writer) pairsOf(head numeral, tails []numeral) {
	for len(tails) > 0 && w.err == nil {
		fit := (writerSize - w.n) / (2 * numeralWidth)
		if fit == 0 {
			w.drain()
			continue
		}
		fit = min(fit, len(tails))
		w.n = putPairs(w.buf, w.n, head, tails[:fit])
		tails = tails[fit:]
	}
}

// putPairs writes head and tail for each of tails into buf from n on, and
// returns where it stopped. Each copy writes the full width of a numeral and
// the next one overwrites what was too much, so buf needs numeralSlack bytes
// beyond the text.
func putPairs(buf []byte, n int, head numeral, tails []numeral) int {
	if head.len <= 8 {
		for i := range tails {
			t := &tails[i]
			head.copyShort(buf[n:])
			n += head.len
			t.copyTo(buf[n:])
			n += t.len
		}
		return n
	}
	for i := range tails {
		t := &tails[i]
		head.copyTo(buf[n:])
		n += head.len
		t.copyTo(buf[n:])
		n += t.len
	}
	return n
}
