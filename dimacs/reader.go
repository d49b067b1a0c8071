package dimacs

import "io"

// A Mode is how far from the canonical form a text may be.
type Mode int

const (
	// Default accepts what is found in the wild and cannot be mistaken:
	// comments wherever a literal may begin, clauses over several lines or
	// several on one, blanks and tabs, both line ends, the `%` trailer of SATLIB,
	// repeated and complementary literals in a clause.
	Default Mode = iota
	// Strict accepts only the bytes that every solver reads: single blanks,
	// one clause per line ended by " 0", exact counts, a final newline, no
	// repeated or complementary literals.
	Strict
	// Relaxed also accepts a last clause without its 0, `+1`, vertical tabs and
	// form feeds, Ctrl-Z and NUL at the end, and header counts that are wrong, with a warning for the latter.
	Relaxed
)

// Options tell how to read a CNF. The zero value is ready to use.
type Options struct {
	Name string // name of the input in messages; "<input>" if empty
	Mode Mode
	// Keys lists the keys of the comments `c key: value` to keep. nil stands for every key
	// that is one word, an empty list that is not nil for none. Other comments are dropped.
	Keys []string
	// Threads bounds the number of goroutines that parse; 0 stands for the
	// number of processors. Only ReadFormula uses more than one.
	Threads int

	chunk int // bytes read at once; 0 stands for chunkSize
}

// name returns the name of the input for messages.
func (o *Options) name() string {
	if o.Name == "" {
		return "<input>"
	}
	return o.Name
}

// A Reader reads the clauses of a CNF one by one. Its memory does not depend
// on the number of clauses, and it allocates nothing per clause.
//
// What the header claims is checked, not believed: nothing is allocated from
// its counts.
type Reader struct {
	o        Options
	chunks   *chunker
	pre      *preamble
	p        parser
	buf      []byte
	base     position // of the chunk after the current one
	segments []segment
	next     clauseIndex
	clauses  int64    // read so far
	formula  *Formula // without clauses, once the text has ended
	err      error    // to return once the segments are through
}

// NewReader returns a Reader for the text in r.
func NewReader(r io.Reader, o Options) *Reader {
	return &Reader{o: o, chunks: newChunker(r, &o)}
}

// Header reads up to the header and returns it.
func (r *Reader) Header() (Header, error) {
	if r.pre == nil && r.err == nil {
		r.start()
	}
	if r.pre == nil {
		return Header{}, r.err
	}
	return r.pre.header, nil
}

// Read returns the next clause, and io.EOF after the last. The slice is valid
// until the next call. A *SyntaxError tells where the text is wrong; the
// clauses before that position have been returned.
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

// Formula returns what the text tells besides the clauses that Read returns, as
// far as it has been read: a formula without clauses, but with cubes. It is
// complete, and Warnings are there, after io.EOF.
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

// start reads the preamble and the clauses in the chunk that ends it.
func (r *Reader) start() {
	pre, err := readPreamble(r.chunks, &r.o)
	if err != nil {
		r.err = err
		return
	}
	r.begin(pre)
}

// begin parses what follows a preamble in its last chunk.
func (r *Reader) begin(pre *preamble) {
	r.pre, r.buf, r.base = pre, pre.buf, pre.base
	r.p = newParser(&r.o, pre.header)
	r.parse(pre.after)
}

// advance parses the next chunk.
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

// parse reads the clauses of a chunk into the segments.
func (r *Reader) parse(k chunk) {
	if r.err = r.pre.comments.pass(k.skipped, &r.base, r.o.name()); r.err != nil {
		return
	}
	f := r.p.parse(k)
	r.segments, r.next = r.p.out.take(), clauseIndex{}
	for i := range r.segments {
		r.clauses += int64(r.segments[i].clauses())
	}
	c := r.p.comments
	r.p.comments = comments{keys: r.o.Keys}
	if f != nil {
		r.err = r.base.after(span(k.data[:f.offset])).error(r.o.name(), f)
		return
	}
	if r.err = r.pre.comments.merge(&c, r.base, r.o.name()); r.err == nil {
		r.base = r.base.after(span(k.data))
	}
}

// finish checks what only the whole text shows.
func (r *Reader) finish() error {
	if f := r.p.finish(); f != nil {
		return r.base.error(r.o.name(), f)
	}
	if r.segments, r.next = r.p.out.take(), (clauseIndex{}); len(r.segments) > 0 {
		r.clauses++ // the relaxed mode ended it
	}
	f := &Formula{Cubes: r.p.cubes}
	if err := r.pre.finish(f, &r.o, r.clauses, r.p.limit); err != nil {
		return err
	}
	r.formula = f
	return io.EOF
}

// A clauseIndex is where the next clause begins in a list of segments.
type clauseIndex struct {
	segment, run      int
	pairs, long       uint32 // of the run, gone by
	pairsAt, longFrom int
}

// clause returns the clause at c, if there is one, and moves on.
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
