package dimacs

import (
	"cmp"
	"context"
	"io"
	"runtime"
	"slices"
	"sync"

	"queens/dimacs/internal/lex"
)

// ReadFormula reads a whole formula into memory, in any format that o accepts. It reads a CNF with the
// header `p cnf` on at most o.Threads processors, or on all if o.Threads is not positive: each goroutine
// takes the next chunk of the text and parses it into arrays of its own, and the results are joined in the
// order of the text. The other formats need one goroutine. No memory is allocated according to the counts
// in the header. Vars is at least the number of variables there. A wrong number of clauses is an error or,
// in the relaxed mode, a warning.
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

// readFormula does the work of ReadFormula. After the header, it notices the end of ctx between two
// chunks.
func readFormula(ctx context.Context, r io.Reader, o Options) (*Formula, error) {
	chunks := newChunker(r, &o)
	pre, err := readPreamble(chunks, &o)
	if err != nil {
		return nil, err
	}
	threads := o.Threads
	if threads <= 0 {
		threads = min(runtime.GOMAXPROCS(0), runtime.NumCPU())
	}
	if pre.header.ordered() {
		threads = 1
	}
	t := &joiner{
		ctx: ctx, preamble: pre, chunks: chunks, next: pre.rest.Index, waiting: map[int]*parsed{},
		limit: Lit(pre.header.Vars), f: &Formula{},
	}
	var wg sync.WaitGroup
	parsers := make([]*parser, threads)
	for i := range parsers {
		parsers[i] = newParser(&o, pre.header)
		wg.Go(func() { t.work(parsers[i]) })
	}
	wg.Wait()
	return t.finish(parsers[0])
}

// A parsed is the result of parsing one chunk. Positions count from its start.
type parsed struct {
	index    int
	end      position
	joins    bool  // in a detached parser: the first 0 was read, so that head ends the clause begun before
	head     []Lit // in a detached parser: the literals up to the first 0
	tail     []Lit // the literals after the last 0, or all literals without joins
	segment  segment
	clauses  int // number of hard clauses, without the clause in head
	remarks  []remark
	xors     bool     // there is an XOR line
	xorFirst *fault   // in a detached parser: the fault for an XOR line before all clauses, if it begins within a clause
	xorAt    position // of this line
	limit    Lit      // the number of variables in the header, or a larger variable
	ended    bool     // by `%`; the rest of the text is ignored
	fault    *fault
	faultAt  position
}

// chunk parses a chunk and returns the result, with the first fault. If the text must be parsed in order,
// cubes, groups, soft clauses, constraints and the unfinished clause stay in p until the end of the text.
func (p *parser) chunk(k lex.Chunk) *parsed {
	p.parsed = parsed{index: k.Index, end: span(k.Data), limit: p.limit}
	p.detached, p.pairEnded = !p.header.ordered(), false
	p.commentAt, p.commentOffset = position{}, 0
	if p.fault = p.parse(k); p.fault != nil {
		p.faultAt = span(k.Data[:p.fault.offset])
	}
	if p.xorFirst != nil {
		p.xorAt = span(k.Data[:p.xorFirst.offset])
	}
	if !p.header.ordered() {
		p.tail = slices.Clone(p.out.unfinished())
		p.out.drop()
	}
	p.segment = p.out.take()
	out := p.parsed
	return &out
}

// A joiner joins the results of parsers in the order of the text. Several goroutines may parse
// chunks.
type joiner struct {
	ctx context.Context

	mu        sync.Mutex
	*preamble // its comments and its position grow with the text
	chunks    *lex.Chunker
	begun     bool  // the rest of the preamble was taken
	readErr   error // of the underlying reader
	stop      bool  // take no more chunks

	waiting    map[int]*parsed // indexed by chunk: results that wait for an earlier chunk
	next       int             // index of the next chunk to join
	unfinished []Lit           // literals of the clause that continues in the next chunk to join
	limit      Lit             // largest variable so far, at least the number in the header
	ended      bool            // by `%`
	xors       bool            // there is an XOR line
	err        error           // the first one in the text
	f          *Formula
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

// take returns the next chunk to parse and the buffer that holds its bytes. It reads the chunk into buf or
// a new buffer; the first chunk is the rest of the preamble, in its own buffer. It reports false after the
// last chunk, an error in the text, `%`, an error of the reader, which it stores in t.readErr, or the end
// of the context.
func (t *joiner) take(buf []byte) (k lex.Chunk, _ []byte, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop || t.ctx.Err() != nil {
		return lex.Chunk{}, buf, false
	}
	if !t.begun {
		t.begun = true
		return t.rest, t.buf, true
	}
	k, buf, err := t.chunks.Next(buf)
	if err != io.EOF {
		t.readErr = err
	}
	t.stop = err != nil
	return k, buf, err == nil
}

// put adds the result of a chunk, and joins all results whose turn has come, up to `%` or the first error,
// which it stores in t.err.
func (t *joiner) put(p *parsed) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting[p.index] = p
	t.stop = t.stop || p.fault != nil || p.ended
	for ; t.waiting[t.next] != nil && !t.ended && t.err == nil; t.next++ {
		p := t.waiting[t.next]
		delete(t.waiting, t.next)
		t.err = t.join(p)
		t.ended = p.ended
		t.stop = t.stop || t.err != nil
	}
}

// join appends the result of the next chunk to the formula and to t.unfinished, and moves t.at to its end.
// It returns the first fault in the chunk or in its comments, as a *SyntaxError, or nil.
func (t *joiner) join(p *parsed) error {
	for _, r := range p.remarks {
		if err := t.comments.add(remark{r.text, t.at.after(r.at), t.f.clauses + r.before}); err != nil {
			return err
		}
	}
	if p.fault != nil {
		return t.at.after(p.faultAt).error(t.o.Name, p.fault)
	}
	if p.xorFirst != nil && len(t.unfinished) > 0 {
		return t.at.after(p.xorAt).error(t.o.Name, p.xorFirst)
	}
	t.xors = t.xors || p.xors
	if p.joins { // in a segment of its own, after the segments of earlier chunks
		t.f.segments = append(t.f.segments, segment{})
		t.f.append(append(t.unfinished, p.head...))
		t.unfinished = t.unfinished[:0]
	}
	t.unfinished = append(t.unfinished, p.tail...)
	t.add(p.segment, p.clauses)
	t.limit = max(t.limit, p.limit)
	t.at = t.at.after(p.end)
	return nil
}

// add appends a segment of n clauses.
func (t *joiner) add(s segment, n int) {
	if n > 0 {
		t.f.segments = append(t.f.segments, s)
	}
	t.f.clauses += n
}

// finish returns the formula, once all chunks were joined, after the checks that need the whole text. If
// the text must be parsed in order, p has parsed it; otherwise p may be any parser. The error is the cause
// of the context, a *SyntaxError, or the error of the reader unless `%` came before.
func (t *joiner) finish(p *parser) (*Formula, error) {
	switch {
	case t.ctx.Err() != nil:
		return nil, context.Cause(t.ctx)
	case t.err != nil:
		return nil, t.err
	case t.readErr != nil && !t.ended:
		return nil, t.readErr
	}
	p.detached, p.clauses = false, 0
	for _, l := range t.unfinished {
		p.out.lit(l)
	}
	if f := p.finish(); f != nil {
		return nil, t.at.error(t.o.Name, f)
	}
	t.add(p.out.take(), p.clauses)
	if t.xors {
		p.linear.list = t.f.takeXORs()
	}
	f, c := t.f, &t.comments
	f.Cubes, f.Groups, f.Soft = p.cubes, p.groups, p.soft
	f.Linear, f.Offset, f.Maximize, f.Digits = p.linear.list, p.linear.offset, p.linear.maximize, p.digits
	if t.header.Format >= OPB && t.o.Groups {
		f.Groups = []int{}
	}
	f.Vars, f.largest, f.Incremental = int(t.limit), int(t.limit), t.header.Format == IncrementalCNF
	f.Doubts, f.CountType, f.Projection, f.Weights = c.warnings(), c.countType, c.projection().list, c.weights
	f.Comments, f.Lines, f.Identifiers = c.kept, c.lines, p.linear.identifiers
	if f.Identifiers == nil && t.header.Format == OPB {
		f.Identifiers = map[string]int{}
	}
	if t.o.Names {
		f.Names = slices.Concat(make([]Name, len(f.Identifiers)), c.names)
		for text, v := range f.Identifiers {
			f.Names[v-1] = Name{v, text}
		}
	}
	soft := p.softRead
	if p.linear.wbo {
		soft = int64(len(f.Soft))
	}
	if err := t.compare(f, int64(f.clauses+len(f.Linear))+soft); err != nil {
		return nil, err
	}
	if wrong := p.linear.finishDefinitions(f); wrong != nil {
		return nil, t.at.error(t.o.Name, wrong)
	}
	return f, nil
}

// compare compares with the header: f.Vars, the projection, and clauses, the number of clauses and soft
// clauses or constraints in the text. Without numbers in the header, it only raises f.Vars to the largest
// variable of the projection. A projection with a variable above f.Vars is an error; if
// Options.DeferProjection is set, f.ProjectionError keeps it, and f.Projection becomes nil. A wrong number
// of clauses is an error or, in the relaxed mode, a warning. Variables above the number in the header,
// which only this mode accepts, are a warning.
func (t *joiner) compare(f *Formula, clauses int64) error {
	projection := t.comments.projection()
	if t.header.NoNumbers {
		f.Vars = max(f.Vars, projection.largest)
		return nil
	}
	if projection.largest > f.Vars {
		wrong := projection.at.error(t.o.Name, &fault{0, "a projection to variables of at most " + itoa(int64(f.Vars)), itoa(int64(projection.largest)), ""})
		if !t.o.DeferProjection {
			return wrong
		}
		f.Projection, f.ProjectionError = nil, wrong
	}
	mismatch := func(declared, found int64, what, hint string) *SyntaxError {
		return t.headerAt.error(t.o.Name, &fault{0, itoa(declared) + what + " as the header says", itoa(found), hint})
	}
	if clauses != t.header.Clauses {
		what := " clauses"
		if t.header.Format >= OPB {
			what = " constraints"
		}
		if t.o.Mode != Relaxed {
			return mismatch(t.header.Clauses, clauses, what, relaxes)
		}
		f.Warnings = append(f.Warnings, mismatch(t.header.Clauses, clauses, what, ""))
	}
	if f.Vars > t.header.Vars {
		f.Warnings = append(f.Warnings, mismatch(int64(t.header.Vars), int64(f.Vars), " variables", ""))
	}
	return nil
}

// newChunker returns a chunker of r for formulas in the mode of o. A text in memory that is shorter than a chunk
// needs a buffer of its own length only.
func newChunker(r io.Reader, o *Options) *lex.Chunker {
	size := cmp.Or(o.chunk, lex.ChunkSize)
	if text, ok := r.(interface{ Len() int }); ok {
		size = min(size, text.Len()+1)
	}
	return &lex.Chunker{R: r, Size: size, KeepLines: o.Mode == Strict, Spaces: o.Mode == Relaxed}
}
