// Package proof writes proofs of unsatisfiability in the DRAT format.
package proof

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"
	"strconv"

	"queens/dimacs"
	"queens/dimacs/internal/lex"
)

// A Writer writes a proof of unsatisfiability in the DRAT format: derived clauses in
// order, and deletions of clauses that are no longer needed. In the text form, a derived clause
// is "1 -2 0" and a deletion is "d 1 -2 0". In the binary form, a step consists of the letter a
// or d, the literals, and a zero byte. A literal v is the number 2v, and -v is 2v+1, in groups
// of seven bits, lowest first; every byte but the last of a number has its top bit set.
//
// The first error sticks, such as a number that is not a literal; everything written after it is dropped.
//
// Source: N. Wetzler, M. J. H. Heule, W. A. Hunt Jr., DRAT-trim: Efficient Checking and
// Trimming Using Expressive Clausal Proofs, SAT 2014.
type Writer struct {
	w      *bufio.Writer
	binary bool
	buf    []byte
	err    error
}

// A Sink receives the steps of a DRAT proof in the order of derivation, as a Writer does. It
// must not keep a clause after a method returns.
type Sink interface {
	Add(clause []dimacs.Lit) error
	Delete(clause []dimacs.Lit) error
}

// NewWriter returns a Writer of the binary form if binary is true, and of the text
// form otherwise.
func NewWriter(w io.Writer, binary bool) *Writer {
	return &Writer{w: bufio.NewWriterSize(w, 1<<16), binary: binary}
}

// Add writes a derived clause. It returns the first error so far.
func (p *Writer) Add(clause []dimacs.Lit) error { return p.write("a", "", clause) }

// Delete writes the deletion of a clause. It returns the first error so far.
func (p *Writer) Delete(clause []dimacs.Lit) error { return p.write("d", "d ", clause) }

// write writes a step: the bytes of kind or, in the text form, of textKind, the literals and the end. It
// returns the first error so far, or nil, and writes nothing after an error. A number that is not a literal
// is an error.
func (p *Writer) write(kind, textKind string, clause []dimacs.Lit) error {
	if p.err != nil {
		return p.err
	}
	end := "\x00"
	if !p.binary {
		kind, end = textKind, "0\n"
	}
	p.buf = append(p.buf[:0], kind...)
	for _, l := range clause {
		if l == 0 || l == math.MinInt32 {
			p.err = lex.ErrLiteral
			return p.err
		}
		if p.binary {
			p.buf = binary.AppendUvarint(p.buf, 2*uint64(l.Var())+uint64(uint32(l)>>31))
		} else {
			p.buf = append(strconv.AppendInt(p.buf, int64(l), 10), ' ')
		}
	}
	p.buf = append(p.buf, end...)
	_, p.err = p.w.Write(p.buf)
	return p.err
}

// Flush writes all buffered data to the underlying writer, unless an error occurred before, and returns
// the first error, or nil.
func (p *Writer) Flush() error {
	if p.err == nil {
		p.err = p.w.Flush()
	}
	return p.err
}
