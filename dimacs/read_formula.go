package dimacs

import (
	"context"
	"io"
	"runtime"
	"sync"
)

// ReadFormula reads a whole CNF into memory on several processors. Each goroutine takes the
// next chunk of the text and parses it into arrays of its own, and the results are joined in
// the order of the text. The counts in the header are only compared with the text: no memory is
// allocated according to them.
//
// When ctx ends, ReadFormula returns its cause at once, even if a read from r blocks; r must
// not be used afterwards. Other errors are those of r, or a *SyntaxError.
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

// readFormula does the work of ReadFormula. It notices the end of ctx between two chunks.
func readFormula(ctx context.Context, r io.Reader, o Options) (*Formula, error) {
	chunks := newChunker(r, &o)
	pre, err := readPreamble(chunks, &o)
	if err != nil {
		return nil, err
	}
	if pre.header.Soft {
		return readSoft(ctx, chunks, pre, &o)
	}
	threads := o.Threads
	if threads <= 0 {
		threads = min(runtime.GOMAXPROCS(0), runtime.NumCPU())
	}
	if threads == 1 || pre.header.Incremental || pre.header.Grouped { // cubes follow the clauses, or groups precede them
		return sequential(ctx, chunks, pre, o)
	}
	t := &parallel{
		ctx: ctx, o: o, pre: pre, chunks: chunks, first: &pre.after, next: pre.after.index,
		waiting: map[int]*parsed{}, base: pre.base, limit: Lit(pre.header.Vars), f: &Formula{},
	}
	var wg sync.WaitGroup
	for range threads {
		wg.Go(t.work)
	}
	wg.Wait()
	return t.finish()
}

// sequential reads the text after a preamble chunk by chunk.
func sequential(ctx context.Context, c *chunker, pre *preamble, o Options) (*Formula, error) {
	r := &Reader{o: o, chunks: c}
	r.begin(pre)
	var segments []segment
	for {
		segments = append(segments, r.segments...)
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
	f := r.Formula()
	f.segments, f.clauses = segments, int(r.clauses)
	return f, nil
}

// parallel reads a CNF with several goroutines. Each of them parses chunks; parallel joins the
// results in the order of the text.
type parallel struct {
	ctx context.Context
	o   Options
	pre *preamble

	mu     sync.Mutex
	chunks *chunker
	first  *chunk // the part of the first chunk after the preamble, or nil once a goroutine has it
	err    error  // of the underlying reader
	stop   bool   // take no more chunks

	waiting    map[int]*parsed // indexed by chunk: results that wait for an earlier chunk
	next       int             // index of the next chunk to join
	base       position        // of the next chunk to join
	unfinished []Lit           // literals of the clause that continues in the next chunk to join
	limit      Lit             // largest variable so far, at least the number in the header
	ended      bool            // by `%`
	fault      error           // the first one in the text
	f          *Formula
}

// A parsed is the result of parsing one chunk. Positions count from its start.
type parsed struct {
	skipped  *longComment
	end      position
	within   bool  // no clause ends in the chunk: tail holds all its literals
	head     []Lit // the literals up to the first 0
	tail     []Lit // the literals after the last 0
	segments []segment
	clauses  int
	comments comments
	limit    Lit
	ended    bool
	fault    *fault
	faultAt  position
}

// work parses chunks until none is left. It yields the processor after each chunk, because
// otherwise, with a goroutine on every processor, a goroutine that cancels ctx would have to
// wait.
func (t *parallel) work() {
	var buf []byte
	p := newParser(&t.o, t.pre.header)
	for {
		k, b, ok := t.take(buf)
		if !ok {
			return
		}
		buf = b
		t.put(k.index, p.detachedChunk(k))
		runtime.Gosched()
	}
}

// take returns the next chunk to parse and the buffer that holds its bytes. It reads the chunk
// into buf, which it may replace by a larger buffer. It reports false after the last chunk, an
// error or the end of the context. Goroutines may call it at the same time.
func (t *parallel) take(buf []byte) (chunk, []byte, bool) {
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

// detachedChunk parses a chunk whose first clause may have begun in an earlier chunk.
func (p *parser) detachedChunk(k chunk) *parsed {
	p.detached, p.joins, p.pairEnded, p.head, p.clauses = true, false, false, nil, 0
	p.comments = comments{keys: p.comments.keys, keepLines: p.comments.keepLines}
	f := p.parse(k)
	out := &parsed{
		skipped: k.skipped, end: span(k.data),
		within: p.detached, head: p.head, tail: append([]Lit(nil), p.out.unfinished()...),
		clauses: p.clauses, comments: p.comments, limit: p.limit, ended: p.ended, fault: f,
	}
	if f != nil {
		out.faultAt = span(k.data[:f.offset])
	}
	p.out.drop()
	out.segments = p.out.take()
	return out
}

// put adds the result of a chunk, and joins all results whose turn has come.
func (t *parallel) put(index int, p *parsed) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting[index] = p
	t.stop = t.stop || p.fault != nil || p.ended
	for ; t.waiting[t.next] != nil && !t.ended && t.fault == nil; t.next++ {
		p := t.waiting[t.next]
		delete(t.waiting, t.next)
		t.fault = t.join(p)
		t.ended = p.ended
		t.stop = t.stop || t.fault != nil
	}
}

// join appends the result of the next chunk to the formula. It returns the first fault in the
// chunk.
func (t *parallel) join(p *parsed) error {
	name, all := t.o.name(), &t.pre.comments
	if err := all.mergeLong(p.skipped, &t.base, name); err != nil {
		return err
	}
	if p.fault != nil {
		return t.base.after(p.faultAt).error(name, p.fault)
	}
	p.comments.before = t.f.clauses
	if err := all.merge(&p.comments, t.base, name); err != nil {
		return err
	}
	if p.within {
		t.unfinished = append(t.unfinished, p.tail...)
	} else {
		t.addClause(append(t.unfinished, p.head...))
		t.f.segments = append(t.f.segments, p.segments...)
		t.f.clauses += p.clauses
		t.unfinished = append(t.unfinished[:0], p.tail...)
	}
	t.limit = max(t.limit, p.limit)
	t.base = t.base.after(p.end)
	return nil
}

// addClause appends a clause in a segment of its own, after the segments of earlier chunks.
func (t *parallel) addClause(clause []Lit) {
	n := len(t.f.segments)
	t.f.segments = append(t.f.segments, segment{})
	t.f.Add(clause...)
	t.f.segments = t.f.segments[:n+1]
}

// finish returns the formula, once all chunks were joined, after the checks that need the whole
// text.
func (t *parallel) finish() (*Formula, error) {
	switch {
	case t.ctx.Err() != nil:
		return nil, context.Cause(t.ctx)
	case t.fault != nil:
		return nil, t.fault
	case t.err != nil && !t.ended:
		return nil, t.err
	}
	if len(t.unfinished) > 0 {
		if t.o.Mode != Relaxed {
			return nil, t.base.error(t.o.name(), cutOff())
		}
		t.addClause(t.unfinished)
	}
	if err := t.pre.finish(t.f, &t.o, int64(t.f.clauses), t.limit); err != nil {
		return nil, err
	}
	return t.f, nil
}
