package dimacs

import (
	"io"
	"slices"
)

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
	base     place // of the chunk after the current one
	segments []segment
	at       cursor
	clauses  int64 // read so far
	warnings []*SyntaxError
	err      error // to return once the segments are through
}

// A cursor is a place between the clauses of a list of segments.
type cursor struct {
	segment           int
	run               int
	pairs, long       uint32 // of the run, gone by
	pairsAt, longFrom int
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
	r.parse(pre.rest)
}

// newParser returns a parser for what follows a header.
func newParser(o *Options, h Header) parser {
	p := parser{out: &store{}, limit: Lit(h.Vars), mode: o.Mode, grows: o.Mode == Relaxed || h.Incremental, incremental: h.Incremental}
	p.notes.keys = o.Keys
	return p
}

// Read returns the next clause, and io.EOF after the last. The slice is valid
// until the next call. A *SyntaxError says where the text is wrong; the
// clauses before that place have been returned.
func (r *Reader) Read() ([]Lit, error) {
	for {
		if c, ok := r.at.next(r.segments); ok {
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

// next returns the clause at c and moves on.
func (c *cursor) next(segments []segment) ([]Lit, bool) {
	for ; c.segment < len(segments); *c = (cursor{segment: c.segment + 1}) {
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
	if r.err = r.pre.notes.pass(k.skipped, &r.base, r.o.name()); r.err != nil {
		return
	}
	f := r.p.parse(k)
	r.segments, r.at = r.p.out.take(), cursor{}
	for i := range r.segments {
		r.clauses += int64(r.segments[i].clauses())
	}
	n := r.p.notes
	r.p.notes = notes{keys: r.o.Keys}
	if f != nil {
		r.err = r.base.after(span(k.data[:f.offset])).error(r.o.name(), f)
		return
	}
	if r.err = r.pre.notes.merge(&n, r.base, r.o.name()); r.err == nil {
		r.base = r.base.after(span(k.data))
	}
}

// finish checks what can only be checked at the end.
func (r *Reader) finish() error {
	if f := r.p.finish(0); f != nil {
		return r.base.error(r.o.name(), f)
	}
	if r.segments, r.at = r.p.out.take(), (cursor{}); len(r.segments) > 0 {
		r.clauses++ // the relaxed mode ended it
	}
	r.p.limit = r.pre.widen(r.p.limit)
	w, err := r.pre.verify(&r.o, r.clauses, int(r.p.limit))
	r.warnings = w
	if err != nil {
		return err
	}
	return io.EOF
}

// widen returns the largest variable, after that in the clauses: `p inccnf`
// does not say, but a projection may.
func (p *preamble) widen(limit Lit) Lit {
	if p.header.Incremental {
		return max(limit, Lit(p.notes.projection().largest))
	}
	return limit
}

// verify compares the header and the projection with what was read.
func (p *preamble) verify(o *Options, clauses int64, vars int) (warnings []*SyntaxError, err error) {
	h := p.header
	if v := p.notes.projection(); v.largest > vars {
		return nil, v.at.error(o.name(), &fault{0, "a projection to variables of at most " + itoa(int64(vars)), itoa(int64(v.largest)), ""})
	}
	if h.Incremental {
		return nil, nil
	}
	if clauses != h.Clauses {
		f := &fault{0, itoa(h.Clauses) + " clauses as the header says", itoa(clauses), hintRelaxed}
		if o.Mode != Relaxed {
			return nil, p.at.error(o.name(), f)
		}
		f.hint = ""
		warnings = append(warnings, p.at.error(o.name(), f))
	}
	if vars > h.Vars {
		warnings = append(warnings, p.at.error(o.name(), &fault{0, itoa(int64(h.Vars)) + " variables as the header says", itoa(int64(vars)), ""}))
	}
	return warnings, nil
}

// Vars returns the number of variables: the header's, or more where the
// relaxed mode or `p inccnf` has brought a larger one so far.
func (r *Reader) Vars() int { return int(r.p.limit) }

// Comments returns the comments with the keys of the options, as far as they have
// been read.
func (r *Reader) Comments() []Comment {
	if r.pre == nil {
		return nil
	}
	return r.pre.notes.listed()
}

// Projection returns the variables of `c p show`, or else of `c ind`, as far
// as they have been read; nil if there is neither.
func (r *Reader) Projection() []int {
	if r.pre == nil {
		return nil
	}
	return slices.Clone(r.pre.notes.projection().values())
}

// CountType returns the kind of counting that `c t` asks for: "mc", "pmc",
// "wmc", "pwmc" or nothing.
func (r *Reader) CountType() string {
	if r.pre == nil {
		return ""
	}
	return r.pre.notes.countType
}

// Cubes returns the cubes of a `p inccnf` text, as far as they have been read.
func (r *Reader) Cubes() [][]Lit { return r.p.cubes }

// Warnings returns, after io.EOF, the departures that the relaxed mode let
// pass.
func (r *Reader) Warnings() []*SyntaxError { return r.warnings }
