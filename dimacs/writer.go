package dimacs

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"slices"

	"queens/dimacs/internal/lex"
)

// writerSize is the number of bytes in one write to the underlying writer. It exceeds the
// capacity of a pipe, and the buffer still fits in a second-level cache.
const writerSize = 128 << 10

// A Writer writes a CNF formula in the canonical form that every solver accepts: single blanks,
// one clause per line ending in " 0", no blank lines. It neither compares the clauses with the
// header nor removes duplicate literals.
//
// Clauses cost no allocation, and Pairs formats a literal that occurs in many pairs only twice. The
// memory consists of one buffer and the literals of Pairs.
//
// Errors are deferred: the first one sticks, everything written after it is dropped, and Err
// and Flush return it. The output is complete only after Flush.
type Writer struct {
	w     io.Writer
	buf   []byte // writerSize bytes, and NumeralSlack for copies of fixed width
	n     int    // number of bytes in buf, at most writerSize between calls
	err   error
	tails []lex.Numeral // the formatted literals of the current call of Pairs
}

// NewWriter returns a Writer to w. It has its own buffer, so w needs no buffer.
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: w, buf: make([]byte, writerSize+lex.NumeralSlack)}
}

// Comment writes the comment line `c key: value`, or `c key:` if value is empty. A line break
// in key or value is an error.
func (w *Writer) Comment(key, value string) { w.CommentText(lex.KeyComment(key, value)) }

// CommentText writes the comment line `c text`, or `c` if text is empty. A line break in text
// is an error.
func (w *Writer) CommentText(text string) { lex.WriteComment(text, w.text, w.fail) }

// Header writes the line `p cnf vars clauses`. The caller must count correctly, because strict solvers
// refuse a formula with another number of clauses. It is an error if vars is outside 0 to MaxVar, or if
// clauses is negative.
func (w *Writer) Header(vars int, clauses int64) {
	if vars < 0 || vars > MaxVar || clauses < 0 {
		w.fail(fmt.Errorf("header p cnf %d %d is out of range", vars, clauses))
		return
	}
	h := header{Vars: vars, Clauses: clauses}
	w.text(h.canonical() + "\n")
}

// Head writes the text of f before its clauses: comments, kind of counting, header, projection and
// weights. The header is `p inccnf` if f is Incremental, `p gcnf` if Groups is not nil, missing if Soft is
// not nil, and `p cnf` otherwise. It announces the given number of clauses, except in `p inccnf`.
func (w *Writer) Head(f *Formula, clauses int64) {
	for _, c := range f.Comments {
		w.Comment(c.Key, c.Value)
	}
	if f.CountType != "" {
		w.CommentText("t " + f.CountType)
	}
	switch {
	case f.Incremental:
		w.IncrementalHeader()
	case f.Groups != nil:
		h := header{Vars: f.Vars, Clauses: clauses, Format: GCNF, Groups: slices.Max(append([]int{0}, f.Groups...))}
		w.text(h.canonical() + "\n")
	case f.Soft == nil:
		w.Header(f.Vars, clauses)
	}
	if f.Projection != nil {
		w.Projection(slices.Values(f.Projection))
	}
	for _, weight := range f.Weights {
		w.Weight(weight.Lit, weight.Value)
	}
}

// IncrementalHeader writes the line `p inccnf`, which replaces Header if cubes follow the
// clauses.
func (w *Writer) IncrementalHeader() { w.text("p inccnf\n") }

// Cube writes the line `a l1 l2 .. 0`: a cube. Cubes follow IncrementalHeader and the clauses.
func (w *Writer) Cube(lits ...Lit) {
	w.text("a ")
	w.Clause(lits...)
}

// Projection writes the line `c p show v1 v2 .. 0`, the projection for a model counter or enumerator. It
// belongs after the header, because some checkers break on long lines before it. A number outside 1 to
// MaxVar is an error, and ends the output within the line.
func (w *Writer) Projection(vars iter.Seq[int]) {
	w.text("c p show ")
	for v := range vars {
		if w.err != nil {
			return
		}
		if v < 1 || v > MaxVar {
			w.fail(fmt.Errorf("projection on %d, which is not a variable", v))
			return
		}
		w.literal(Lit(v))
	}
	w.text("0\n")
}

// Weight writes the line `c p weight l value 0`. The value is written as an exact decimal if it has one,
// and as a fraction otherwise. A nil value is an error, and so is a number l that is not a literal.
func (w *Writer) Weight(l Lit, value *big.Rat) {
	if value == nil {
		w.fail(fmt.Errorf("the literal %d has a weight without a value", l))
		return
	}
	w.text("c p weight ")
	w.literal(l)
	w.text(DecimalText(value))
	w.text(" 0\n")
}

// DecimalText returns a number as an exact decimal if it has one, and as a fraction otherwise.
func DecimalText(x *big.Rat) string {
	if digits, exact := x.FloatPrec(); exact {
		return x.FloatString(digits)
	}
	return x.RatString()
}

// Clause writes a clause; without literals, the empty clause. A number that is not a literal is an error.
func (w *Writer) Clause(lits ...Lit) {
	for _, l := range lits {
		w.literal(l)
	}
	w.endClause()
}

// Clauses writes the clauses of f, without soft clauses. It returns the cause of ctx if ctx ends, or the
// first error of w, or nil. It looks for both every 4096 clauses and then stops early.
func (w *Writer) Clauses(ctx context.Context, f *Formula) error {
	return w.clauses(ctx, f, func(int) {})
}

// clauses does the work of Clauses. Before each clause it calls before with the index of the clause.
func (w *Writer) clauses(ctx context.Context, f *Formula, before func(i int)) error {
	i := 0
	for c := range f.Clauses() {
		if i&0xfff == 0xfff && (ctx.Err() != nil || w.err != nil) {
			break
		}
		before(i)
		w.Clause(c...)
		i++
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return w.err
}

// Binary writes the clause {a, b}. If a number is not a literal, it sets the error and writes nothing.
// Unlike Clause it needs no slice, which a caller that uses the Writer through an interface would have to
// allocate.
func (w *Writer) Binary(a, b Lit) {
	if a == 0 || b == 0 || a == math.MinInt32 || b == math.MinInt32 {
		w.fail(lex.ErrLiteral)
		return
	}
	if w.n > writerSize-2*lex.NumeralWidth {
		w.drain()
	}
	n := appendLiteral(w.buf, appendLiteral(w.buf, w.n, a), b)
	w.buf[n], w.buf[n+1] = '0', '\n'
	w.n = n + 2
}

// Flush writes all buffered data to the underlying writer and returns the first error that
// occurred, if any.
func (w *Writer) Flush() error {
	w.drain()
	return w.err
}

// Err returns the first error that occurred so far. A caller that writes much checks it
// regularly, to stop early.
func (w *Writer) Err() error { return w.err }

// literal writes l and a blank. A number that is not a literal is an error.
func (w *Writer) literal(l Lit) {
	if l == 0 || l == math.MinInt32 {
		w.fail(lex.ErrLiteral)
		return
	}
	if w.n > writerSize-lex.NumeralWidth {
		w.drain()
	}
	w.n = appendLiteral(w.buf, w.n, l)
}

// appendLiteral writes l and a blank at buf[n:], which must have NumeralWidth bytes, and
// returns the index after the blank.
func appendLiteral(buf []byte, n int, l Lit) int {
	b := (*[lex.NumeralWidth]byte)(buf[n:])
	k := lex.PutLiteral(b, int32(l))
	b[k&15] = ' '
	return n + k + 1
}

// endClause writes "0\n".
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

// drain empties the buffer. It writes the bytes to the underlying writer unless an error
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

// fail makes err the error of the writer, unless there already is an error. It first writes the buffer,
// so that the output before an error does not depend on the size of the buffer.
func (w *Writer) fail(err error) {
	if w.err == nil {
		w.drain()
	}
	if w.err == nil {
		w.err = err
	}
}

// Pairs writes the clauses {lits[i], lits[j]} for all i < j, ordered by i and then j. With
// negated literals this is the pairwise encoding of at most one, which makes up more than 999
// of 1000 clauses in large queens instances. If a number is not a literal, Pairs writes nothing
// and sets the error.
//
// Each literal is formatted twice, as the beginning and as the end of clauses. Then a clause takes
// two copies of fixed width.
func (w *Writer) Pairs(lits []Lit) {
	w.tails = w.tails[:0]
	for _, l := range lits {
		if l == 0 || l == math.MinInt32 {
			w.fail(lex.ErrLiteral)
			return
		}
		w.tails = append(w.tails, lex.NewNumeral(int32(l), " 0\n"))
	}
	for i := range lits {
		if w.err != nil {
			return
		}
		w.pairsOf(lex.NewNumeral(int32(lits[i]), " "), w.tails[i+1:])
	}
}

// pairsOf writes one clause per tail: the texts of head and tail. The text of head must end in a blank,
// and the text of each tail in " 0\n". After an error it writes nothing more.
func (w *Writer) pairsOf(head lex.Numeral, tails []lex.Numeral) {
	for len(tails) > 0 && w.err == nil {
		fit := (writerSize - w.n) / (2 * lex.NumeralWidth)
		if fit == 0 {
			w.drain()
			continue
		}
		fit = min(fit, len(tails))
		w.n = putPairs(w.buf, w.n, head, tails[:fit])
		tails = tails[fit:]
	}
}

// putPairs writes head and tail for each of tails at buf[n:], and returns the index after them.
// A copy has the full width of a numeral, and the next copy overwrites the bytes beyond the
// text. So buf needs NumeralSlack bytes beyond the text.
func putPairs(buf []byte, n int, head lex.Numeral, tails []lex.Numeral) int {
	for i := range tails {
		t := &tails[i]
		*(*[lex.NumeralWidth]byte)(buf[n:]) = head.Text
		n += head.Len
		*(*[lex.NumeralWidth]byte)(buf[n:]) = t.Text
		n += t.Len
	}
	return n
}
