package dimacs

import "io"

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
	// Lines keeps all comments, in Formula.Lines. A comment of more than 256 KB is dropped.
	Lines bool
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
	// DeferProjection accepts a projection with a variable above the number in the header, for
	// questions that may not need the projection; see Formula.ProjectionError.
	DeferProjection bool

	chunk int // size of a chunk in bytes; 0 means chunkSize
}

// name returns Name, or "<input>" if it is empty.
func (o *Options) name() string {
	if o.Name == "" {
		return "<input>"
	}
	return o.Name
}

// A Reader reads the clauses of a CNF one by one. Its memory does not depend on the number of
// clauses, and it allocates nothing per clause.
//
// The counts in the header are only compared with the text: no memory is allocated according to
// them.
type Reader struct {
	o        Options
	chunks   *chunker
	pre      *preamble
	p        parser
	buf      []byte
	base     position    // of the chunk after the current one
	segments []segment   // the clauses of the current chunk
	next     clauseIndex // of the next clause in segments
	clauses  int64       // number of clauses read, with those in segments
	formula  *Formula    // the formula without clauses once the text has ended, else nil
	err      error       // the error that Read returns after the clauses in segments
}

// NewReader returns a Reader for the text in r.
func NewReader(r io.Reader, o Options) *Reader {
	return &Reader{o: o, chunks: newChunker(r, &o)}
}

// Header reads the text up to the end of the header, if it has not been read yet, and returns
// the header.
func (r *Reader) Header() (Header, error) {
	if r.pre == nil && r.err == nil {
		r.start()
	}
	if r.pre == nil {
		return Header{}, r.err
	}
	return r.pre.header, nil
}

// Read returns the next clause, or io.EOF after the last. The slice is valid until the next
// call. At a syntax error, Read returns the clauses before it first and then a *SyntaxError.
func (r *Reader) Read() ([]Lit, error) {
	for {
		if c, ok := r.next.clause(r.segments); ok {
			return c, nil
		}
		if r.err != nil {
			return nil, r.err
		}
		if r.pre == nil {
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
	f := &Formula{Vars: int(r.p.limit), Cubes: r.p.cubes}
	if r.pre != nil {
		r.pre.describe(f, r.o.name())
	}
	return f
}

// start reads the preamble, and the clauses after it in the same chunk.
func (r *Reader) start() {
	r.o.Soft = false
	pre, err := readPreamble(r.chunks, &r.o)
	if err != nil {
		r.err = err
		return
	}
	r.begin(pre)
}

// begin parses the clauses after a preamble in the same chunk.
func (r *Reader) begin(pre *preamble) {
	r.pre, r.buf, r.base = pre, pre.buf, pre.base
	r.p = newParser(&r.o, pre.header)
	r.parse(pre.after)
}

// advance parses the next chunk, or finishes at the end of the text.
func (r *Reader) advance() {
	k, buf, err := r.chunks.next(r.buf)
	r.buf = buf
	switch {
	case r.p.ended || err == io.EOF:
		r.err = r.finish()
	case err != nil:
		r.err = err
	default:
		r.parse(k)
	}
}

// parse parses the clauses of a chunk into r.segments.
func (r *Reader) parse(k chunk) {
	if r.err = r.pre.comments.mergeLong(k.skipped, &r.base, r.o.name()); r.err != nil {
		return
	}
	f := r.p.parse(k)
	r.segments, r.next = r.p.out.take(), clauseIndex{}
	for i := range r.segments {
		r.clauses += int64(r.segments[i].clauses())
	}
	c := r.p.comments
	r.p.comments = comments{keys: r.o.Keys, keepLines: r.o.Lines}
	if f != nil {
		r.err = r.base.after(span(k.data[:f.offset])).error(r.o.name(), f)
		return
	}
	if r.err = r.pre.comments.merge(&c, r.base, r.o.name()); r.err == nil {
		r.base = r.base.after(span(k.data))
	}
}

// finish does the checks that need the whole text. It returns io.EOF if they succeed.
func (r *Reader) finish() error {
	if f := r.p.finish(); f != nil {
		return r.base.error(r.o.name(), f)
	}
	if r.segments, r.next = r.p.out.take(), (clauseIndex{}); len(r.segments) > 0 {
		r.clauses++ // the relaxed mode ended it
	}
	f := &Formula{Cubes: r.p.cubes, Groups: r.p.groups}
	if err := r.pre.finish(f, &r.o, r.clauses, r.p.limit); err != nil {
		return err
	}
	r.formula = f
	return io.EOF
}

// A clauseIndex is the position of the next clause in a list of segments.
type clauseIndex struct {
	segment, run      int
	pairs, long       uint32 // numbers of clauses of the run before the position
	pairsAt, longFrom int    // indices into the pairs and the long clauses of the segment
}

// clause returns the clause at c and advances c. It reports false if there is no more clause.
func (c *clauseIndex) clause(segments []segment) ([]Lit, bool) {
	for ; c.segment < len(segments); *c = (clauseIndex{segment: c.segment + 1}) {
		s := &segments[c.segment]
		for ; c.run < len(s.runs); c.run, c.pairs, c.long = c.run+1, 0, 0 {
			if c.pairs < s.runs[c.run].pairs {
				c.pairs++
				c.pairsAt++
				return s.pairs[c.pairsAt-1][:], true
			}
			if c.long < s.runs[c.run].long {
				c.long++
				from := c.longFrom
				end := from + clauseEnd(s.long[from:])
				c.longFrom = end + 1
				return s.long[from:end:end], true
			}
		}
	}
	return nil, false
}
