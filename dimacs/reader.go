package dimacs

import (
	"context"
	"io"
	"slices"
)

// A Mode determines how much a text may differ from the canonical form.
type Mode int

const (
	// Default accepts all common forms that have only one meaning: comments wherever a
	// literal may begin, clauses over several lines, several clauses on a line, blanks and
	// tabs, both kinds of line ends, the `%` trailer of SATLIB, and repeated or
	// complementary literals in a clause.
	Default Mode = iota
	// Strict accepts only the bytes that every solver reads: single blanks,
	// one clause per line ended by " 0", exact counts, a final newline, no
	// repeated or complementary literals.
	Strict
	// Relaxed also accepts a last clause without its 0, `+1`, and vertical tabs and form feeds.
	// Wrong counts in the header become warnings.
	Relaxed
)

// Options control how a CNF is read. The zero value is ready to use.
type Options struct {
	Name string // name of the input in messages; "<input>" if empty
	Mode Mode
	// Keys lists the keys of the comments `c key: value` to keep. A nil list keeps every
	// comment whose key is a single word; an empty list that is not nil keeps none. Other
	// comments are dropped.
	Keys []string
	// Lines keeps all comments, in Formula.Lines.
	Lines bool
	// Names keeps the names of variables, in Formula.Names.
	Names bool
	// Groups accepts the format GCNF, with the header `p gcnf VARIABLES CLAUSES GROUPS` and
	// {GROUP} before each clause, and not the header `p inccnf`. Only ReadFormula keeps the
	// groups, in Formula.Groups.
	Groups bool
	// Threads is the largest number of goroutines that parse; 0 means the number of processors.
	// Only ReadFormula uses more than one.
	Threads int
	// Soft accepts a WCNF, too, except in the strict mode: after the header `p wcnf`, without a
	// header if the first clause begins with h, or without a header in a file whose name
	// contains .wcnf. Only ReadFormula reads it.
	Soft bool
	// Linear accepts the formats OPB, KNF and CNF+, too, except in the strict mode; see
	// Formula.Linear. Only ReadFormula reads them. With Groups, Formula.Groups is then empty, but not
	// nil, so that the encoding fills it.
	Linear bool
	// DeferProjection accepts a projection with a variable above the number in the header, for
	// questions that may not need the projection; see Formula.ProjectionError.
	DeferProjection bool

	chunk int // size of a chunk in bytes; 0 means chunkSize
}

// A Reader reads the clauses of a CNF one by one. Its memory does not depend on the number of
// clauses, and it allocates nothing per clause.
//
// The counts in the header are only compared with the text: no memory is allocated according to
// them.
type Reader struct {
	o       Options
	chunks  *chunker
	joiner  *joiner // nil before the header was read
	p       *parser
	buf     []byte
	clauses [][]Lit  // the clauses of the current chunk
	next    int      // index of the next clause in clauses
	formula *Formula // the formula without clauses once the text has ended, else nil
	err     error    // the error that Read returns after clauses
}

// NewReader returns a Reader for the text in r.
func NewReader(r io.Reader, o Options) *Reader {
	o.Soft, o.Linear = false, false
	return &Reader{o: o, chunks: newChunker(r, &o)}
}

// Header reads the text up to the end of the header, if it has not been read yet, and returns
// the header.
func (r *Reader) Header() (Header, error) {
	if r.joiner == nil && r.err == nil {
		r.start()
	}
	if r.joiner == nil {
		return Header{}, r.err
	}
	return r.joiner.pre.header, nil
}

// Read returns the next clause, or io.EOF after the last. The slice is valid until the next
// call. At a syntax error, Read returns the clauses before it first and then a *SyntaxError.
func (r *Reader) Read() ([]Lit, error) {
	for {
		if r.next < len(r.clauses) {
			r.next++
			return r.clauses[r.next-1], nil
		}
		if r.err != nil {
			return nil, r.err
		}
		if r.joiner == nil {
			r.start()
		} else {
			r.advance()
		}
	}
}

// Formula returns the formula without its clauses: the number of variables, the projection, the
// weights, the comments and the cubes. Before io.EOF it contains what has been read so far, and
// no Warnings.
func (r *Reader) Formula() *Formula {
	if r.formula != nil {
		return r.formula
	}
	f := &Formula{}
	if r.joiner != nil {
		f.Vars, f.Cubes = int(r.joiner.limit), r.p.cubes
		r.joiner.pre.describe(f, r.o.Name)
	}
	return f
}

// start reads the preamble.
func (r *Reader) start() {
	pre, err := readPreamble(r.chunks, &r.o)
	if r.err = err; err == nil {
		r.joiner, r.p = newJoiner(context.Background(), &r.o, r.chunks, pre), newParser(&r.o, pre.header)
	}
}

// advance parses the next chunk, or finishes at the end of the text.
func (r *Reader) advance() {
	k, buf, more := r.joiner.take(r.buf)
	if r.buf = buf; more {
		r.joiner.put(r.p.chunk(k))
		r.err = r.joiner.fault
	} else if r.formula, r.err = r.joiner.finish(r.p); r.err == nil {
		r.formula.clauses, r.err = 0, io.EOF
	}
	r.clauses, r.next = slices.AppendSeq(r.clauses[:0], r.joiner.f.Clauses()), 0
	r.joiner.f.segments = nil
}
