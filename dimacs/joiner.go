package dimacs

import (
	"context"
	"io"
	"runtime"
	"slices"
	"sync"
)

// A parsed is the result of parsing one chunk. Positions count from its start.
type parsed struct {
	index    int
	end      position
	joins    bool  // the first 0 was read, so that head ends a clause of an earlier chunk
	head     []Lit // in a detached parser: the literals up to the first 0
	tail     []Lit // the literals after the last 0, or all literals without joins
	segments []segment
	clauses  int // number of clauses, without the clause in head and soft clauses
	comments comments
	limit    Lit  // the number of variables in the header, or a larger variable
	ended    bool // by `%`; the rest of the text is ignored
	fault    *fault
	faultAt  position
	zero     *fault // the first soft clause of weight 0, if it is in this chunk
	zeroAt   position
}

// chunk parses a chunk.
func (p *parser) chunk(k chunk) *parsed {
	p.parsed = parsed{index: k.index, end: span(k.data), comments: comments{o: p.o}, limit: p.limit}
	p.detached, p.pairEnded = !p.header.ordered(), false
	if p.fault = p.parse(k); p.fault != nil {
		p.faultAt = span(k.data[:p.fault.offset])
	}
	if p.zero != nil {
		p.zeroAt = span(k.data[:p.zero.offset])
	}
	if !p.header.ordered() {
		p.tail = slices.Clone(p.out.unfinished())
		p.out.drop()
	}
	p.segments = p.out.take()
	out := p.parsed
	return &out
}

// A joiner joins the results of parsers in the order of the text. Several goroutines may parse
// chunks.
type joiner struct {
	ctx context.Context
	o   *Options
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

func newJoiner(ctx context.Context, o *Options, chunks *chunker, pre *preamble) *joiner {
	return &joiner{
		ctx: ctx, o: o, pre: pre, chunks: chunks, first: &pre.after, next: pre.after.index,
		waiting: map[int]*parsed{}, base: pre.base, limit: Lit(pre.header.Vars), f: &Formula{},
	}
}

// work parses chunks until none is left. It yields the processor after each chunk, because
// otherwise, with a goroutine on every processor, a goroutine that cancels ctx would have to
// wait.
func (t *joiner) work(p *parser) {
	var buf []byte
	for {
		k, b, ok := t.take(buf)
		if !ok {
			return
		}
		buf = b
		t.put(p.chunk(k))
		runtime.Gosched()
	}
}

// take returns the next chunk to parse and the buffer that holds its bytes. It reads the chunk
// into buf, which it may replace by a larger buffer. It reports false after the last chunk, an
// error or the end of the context. Goroutines may call it at the same time.
func (t *joiner) take(buf []byte) (chunk, []byte, bool) {
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

// put adds the result of a chunk, and joins all results whose turn has come.
func (t *joiner) put(p *parsed) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting[p.index] = p
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
// chunk, and then appends only the clauses before it.
func (t *joiner) join(p *parsed) error {
	name, all := t.o.Name, &t.pre.comments
	p.comments.before = t.f.clauses
	if p.joins {
		t.addClause(append(t.unfinished, p.head...))
		t.unfinished = t.unfinished[:0]
	}
	t.unfinished = append(t.unfinished, p.tail...)
	t.add(p.segments, p.clauses)
	t.limit = max(t.limit, p.limit)
	if p.zero != nil {
		t.f.Warnings = append(t.f.Warnings, t.base.after(p.zeroAt).error(name, p.zero))
	}
	if p.fault != nil {
		return t.base.after(p.faultAt).error(name, p.fault)
	}
	if err := all.merge(&p.comments, t.base, name); err != nil {
		return err
	}
	t.base = t.base.after(p.end)
	return nil
}

// add appends n clauses.
func (t *joiner) add(segments []segment, n int) {
	t.f.segments = append(t.f.segments, segments...)
	t.f.clauses += n
}

// addClause appends a clause in a segment of its own, after the segments of earlier chunks.
func (t *joiner) addClause(clause []Lit) {
	n := len(t.f.segments)
	t.f.segments = append(t.f.segments, segment{})
	t.f.Add(clause...)
	t.f.segments = t.f.segments[:n+1]
}

// finish returns the formula, once all chunks were joined, after the checks that need the whole
// text. If the text must be parsed in order, p has parsed it.
func (t *joiner) finish(p *parser) (*Formula, error) {
	switch {
	case t.ctx.Err() != nil:
		return nil, context.Cause(t.ctx)
	case t.fault != nil:
		return nil, t.fault
	case t.err != nil && !t.ended:
		return nil, t.err
	}
	p.detached, p.clauses = false, 0
	for _, l := range t.unfinished {
		p.out.lit(l)
	}
	if f := p.finish(); f != nil {
		return nil, t.base.error(t.o.Name, f)
	}
	t.add(p.out.take(), p.clauses)
	t.f.Cubes, t.f.Groups, t.f.Soft = p.cubes, p.groups, p.soft
	t.f.Linear, t.f.Offset, t.f.Maximize = p.linear.list, p.linear.offset, p.linear.maximize
	if t.f.Linear != nil && t.o.Groups {
		t.f.Groups = []int{}
	}
	if err := t.pre.finish(t.f, t.o, int64(t.f.clauses+len(t.f.Linear))+p.softRead, t.limit); err != nil {
		return nil, err
	}
	return t.f, nil
}
