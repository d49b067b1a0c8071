package dimacs

import (
	"bufio"
	"io"
	"strconv"
)

// A ProofWriter writes a proof of unsatisfiability in the DRAT format: the
// clauses that were derived, in order, and those that are no longer needed.
// There are two forms of it. In the text form a clause is "1 -2 0" and its
// deletion "d 1 -2 0"; in the binary form these are the letters a and d, the
// literals v and -v as the numbers 2v and 2v+1 in groups of seven bits with the
// lowest first, and a zero byte.
//
// The first error sticks; everything written after it is dropped.
//
// Source: N. Wetzler, M. J. H. Heule, W. A. Hunt Jr., DRAT-trim: Efficient
// Checking and Trimming Using Expressive Clausal Proofs, SAT 2014.
type ProofWriter struct {
	w      *bufio.Writer
	binary bool
	buf    []byte
	err    error
}

// A Proof takes the clauses of a DRAT proof in the order of derivation, as a ProofWriter does. The
// clauses are the caller's again when a method returns.
type Proof interface {
	Add(clause []Lit) error
	Delete(clause []Lit) error
}

// NewProofWriter returns a ProofWriter of the text form, or of the binary one.
func NewProofWriter(w io.Writer, binary bool) *ProofWriter {
	return &ProofWriter{w: bufio.NewWriterSize(w, 1<<16), binary: binary}
}

// Add writes a clause that was derived.
func (p *ProofWriter) Add(clause []Lit) error {
	p.buf = p.buf[:0]
	if p.binary {
		p.buf = append(p.buf, 'a')
	}
	return p.write(clause)
}

// Delete writes that a clause is no longer needed.
func (p *ProofWriter) Delete(clause []Lit) error {
	p.buf = append(p.buf[:0], 'd')
	if !p.binary {
		p.buf = append(p.buf, ' ')
	}
	return p.write(clause)
}

// write completes the line in p.buf.
func (p *ProofWriter) write(clause []Lit) error {
	if p.err != nil {
		return p.err
	}
	for _, l := range clause {
		if p.binary {
			p.buf = appendVarint(p.buf, l)
		} else {
			p.buf = append(strconv.AppendInt(p.buf, int64(l), 10), ' ')
		}
	}
	if p.binary {
		p.buf = append(p.buf, 0)
	} else {
		p.buf = append(p.buf, "0\n"...)
	}
	_, p.err = p.w.Write(p.buf)
	return p.err
}

// appendVarint appends a literal of the binary form.
func appendVarint(b []byte, l Lit) []byte {
	u := 2 * uint64(l.Var())
	if l < 0 {
		u++
	}
	for ; u > 127; u >>= 7 {
		b = append(b, byte(u)|128)
	}
	return append(b, byte(u))
}

// Flush hands everything written so far to the underlying writer and returns
// the first error that occurred, if any.
func (p *ProofWriter) Flush() error {
	if p.err == nil {
		p.err = p.w.Flush()
	}
	return p.err
}
