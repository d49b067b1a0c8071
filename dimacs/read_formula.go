package dimacs

import (
	"context"
	"io"
	"runtime"
	"sync"
)

// ReadFormula reads a whole CNF into memory on several processors: each takes
// the next chunk of the text, parses it into arrays of its own, and the
// results are put in order at the end. What the header claims is checked, not
// believed: nothing is allocated from its counts.
//
// When ctx ends it returns the context's error at once, even if a read from r
// blocks; r must not be used after that. Other errors are those of r, or
// *SyntaxError.
func ReadFormula(ctx context.Context, r io.Reader, o Options) (*Formula, error) {
	type result struct {
		f   *Formula
		err error
	}
	done := make(chan result, 1)
	go func() {
		f, err := readFormula(ctx, r, o)
		done <- result{f, err}
	}()
	select {
	case res := <-done:
		return res.f, res.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func readFormula(ctx context.Context, r io.Reader, o Options) (*Formula, error) {
	t := &text{ctx: ctx, o: o, chunks: newChunker(r, &o)}
	pre, err := readPreamble(t.chunks, &o)
	if err != nil {
		return nil, err
	}
	t.begin(pre)
	threads := o.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	if threads == 1 || pre.header.Incremental { // cubes follow the clauses
		return sequential(ctx, t.chunks, pre, o)
	}
	var wg sync.WaitGroup
	for range threads {
		wg.Go(t.work)
	}
	wg.Wait()
	return t.join()
}

// sequential reads what follows a preamble chunk by chunk.
func sequential(ctx context.Context, c *chunker, pre *preamble, o Options) (*Formula, error) {
	r := &Reader{o: o, chunks: c}
	r.begin(pre)
	f := &Formula{}
	for {
		f.segments = append(f.segments, r.segments...)
		if r.err == io.EOF {
			break
		}
		if r.err != nil {
			return nil, r.err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		r.segments = nil
		r.advance()
	}
	pre.describe(f)
	f.clauses, f.Vars, f.Cubes, f.Warnings = int(r.clauses), r.Vars(), r.Cubes(), r.warnings
	return f, nil
}

// A text is a CNF that several goroutines read.
type text struct {
	ctx context.Context
	o   Options
	pre *preamble

	mu      sync.Mutex
	chunks  *chunker
	first   *chunk // what the preamble has left over
	next    int    // index of the part to be joined next
	waiting map[int]*part
	joiner  *joiner
	err     error // of the reader
	stop    bool
}

// begin makes ready for what follows a preamble.
func (t *text) begin(pre *preamble) {
	t.pre, t.first, t.next = pre, &pre.rest, pre.rest.index
	t.waiting = map[int]*part{}
	t.joiner = &joiner{f: &Formula{}, text: t, base: pre.base, limit: Lit(pre.header.Vars)}
}

// A part is what one chunk was parsed into.
type part struct {
	skipped  *longComment
	end      place // as seen from the beginning of the chunk
	whole    bool  // no clause ends in it: all its literals are in tail
	head     []Lit // up to the first 0
	tail     []Lit // after the last
	segments []segment
	clauses  int
	cubes    [][]Lit
	notes    notes
	limit    Lit
	ended    bool
	fault    *fault
	faultAt  place
}

// work parses chunks until there are no more. In between it yields: with a
// goroutine on every processor, that which is to end ctx would wait for its turn.
func (t *text) work() {
	var buf []byte
	p := newParser(&t.o, t.pre.header)
	for {
		k, b, ok := t.take(buf)
		if !ok {
			return
		}
		buf = b
		part := p.part(k)
		t.put(k.index, part)
		runtime.Gosched()
	}
}

// take returns the next chunk.
func (t *text) take(buf []byte) (chunk, []byte, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop || t.ctx.Err() != nil {
		return chunk{}, buf, false
	}
	if t.first != nil {
		k := *t.first
		t.first = nil
		return k, t.pre.buf, true
	}
	k, buf, err := t.chunks.next(buf)
	if err != nil {
		t.stop = true
		if err != io.EOF {
			t.err = err
		}
		return chunk{}, buf, false
	}
	return k, buf, true
}

// put joins what a chunk was parsed into to the parts before it, if they are
// there, and the parts that have waited for it.
func (t *text) put(index int, p *part) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting[index] = p
	t.stop = t.stop || p.fault != nil || p.ended
	for j := t.joiner; t.waiting[t.next] != nil && !j.ended && j.err == nil; t.next++ {
		p := t.waiting[t.next]
		delete(t.waiting, t.next)
		j.err = j.add(p)
		j.ended = p.ended
		t.stop = t.stop || j.err != nil
	}
}

// part parses a chunk of which the first clause may have begun earlier.
func (p *parser) part(k chunk) *part {
	p.detached, p.pairEnded, p.head, p.clauses, p.cubes = true, false, nil, 0, nil
	p.notes = notes{keys: p.notes.keys}
	f := p.parse(k)
	out := &part{
		skipped: k.skipped, end: span(k.data),
		whole: p.detached, head: p.head, tail: append([]Lit(nil), p.out.openClause()...),
		clauses: p.clauses, cubes: p.cubes, notes: p.notes, limit: p.limit, ended: p.ended, fault: f,
	}
	if f != nil {
		out.faultAt = span(k.data[:f.offset])
	}
	p.out.drop()
	out.segments = p.out.take()
	return out
}

// join returns the formula once all parts have been put, and checks what only
// the whole shows.
func (t *text) join() (*Formula, error) {
	switch j := t.joiner; {
	case t.ctx.Err() != nil:
		return nil, context.Cause(t.ctx)
	case j.err != nil:
		return nil, j.err
	case t.err != nil && !j.ended:
		return nil, t.err
	default:
		return j.finish()
	}
}
