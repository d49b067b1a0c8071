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
	threads := o.Threads
	if threads <= 0 {
		threads = min(runtime.GOMAXPROCS(0), runtime.NumCPU())
	}
	if pre.header.ordered() {
		threads = 1
	}
	t := newJoiner(ctx, &o, chunks, pre)
	var wg sync.WaitGroup
	parsers := make([]*parser, threads)
	for i := range parsers {
		parsers[i] = newParser(&o, pre.header)
		wg.Go(func() { t.work(parsers[i]) })
	}
	wg.Wait()
	return t.finish(parsers[0])
}
