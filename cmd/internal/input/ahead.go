package input

import (
	"context"
	"io"
	"os"
	"sync"
)

// Two buffers in the reader's hands and the producer's, and two between them.
const (
	aheadBuffers = 4
	aheadSize    = 256 << 10
)

// aheadReader delivers what another goroutine reads ahead of it. Its Read ends
// when the context does, even if the other goroutine is stuck in a read.
type aheadReader struct {
	ctx    context.Context
	full   chan chunk
	empty  chan []byte
	closed chan struct{}
	once   sync.Once
	chunk  chunk  // what Read delivers from
	buffer []byte // all of the buffer that chunk is a part of
}

// chunk is a piece of the data, with the error that came after it.
type chunk struct {
	data []byte
	err  error
}

// readAhead starts to read r in a goroutine, which ends with the first error of
// r, with ctx or with Close. The errors other than io.EOF go through explain.
func readAhead(ctx context.Context, r io.Reader, explain func(error) error) *aheadReader {
	a := &aheadReader{
		ctx:    ctx,
		full:   make(chan chunk, aheadBuffers),
		empty:  make(chan []byte, aheadBuffers),
		closed: make(chan struct{}),
	}
	for range aheadBuffers {
		a.empty <- make([]byte, aheadSize)
	}
	go a.produce(r, explain)
	return a
}

func (a *aheadReader) produce(r io.Reader, explain func(error) error) {
	if c, ok := r.(interface{ Close() }); ok {
		defer c.Close()
	}
	for {
		select {
		case <-a.ctx.Done():
			return
		case <-a.closed:
			return
		case buffer := <-a.empty:
			n, err := r.Read(buffer)
			if err != nil && err != io.EOF {
				err = explain(err)
			}
			a.full <- chunk{buffer[:n], err} // never blocks: there is room for all
			if err != nil {
				return
			}
		}
	}
}

func (a *aheadReader) Read(p []byte) (int, error) {
	for len(a.chunk.data) == 0 {
		if a.chunk.err != nil {
			return 0, a.chunk.err
		}
		if err := a.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, a.chunk.data)
	a.chunk.data = a.chunk.data[n:]
	return n, nil
}

// next gives the buffer back and waits for the next chunk.
func (a *aheadReader) next() error {
	if a.buffer != nil {
		a.empty <- a.buffer
		a.buffer = nil
	}
	select {
	case a.chunk = <-a.full:
		a.buffer = a.chunk.data[:cap(a.chunk.data)]
		return nil
	case <-a.ctx.Done():
		return context.Cause(a.ctx)
	case <-a.closed:
		return os.ErrClosed
	}
}

// Close ends the goroutine, and a Read that waits for it.
func (a *aheadReader) Close() error {
	a.once.Do(func() { close(a.closed) })
	return nil
}
