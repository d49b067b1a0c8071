package input

import (
	"context"
	"io"
	"os"
)

// aheadBuffers is the number of buffers of aheadSize bytes: one in use by the reader, one in use
// by the goroutine, and two that wait between them.
const (
	aheadBuffers = 4
	aheadSize    = 256 << 10
)

// An aheadReader delivers the data that a goroutine reads ahead. Its Read ends when the context
// ends, even if the goroutine is stuck in a read.
type aheadReader struct {
	ctx    context.Context // ends with the context of the input, or by Close
	end    context.CancelCauseFunc
	full   chan chunk
	empty  chan []byte
	chunk  chunk  // the data that Read delivers next
	buffer []byte // the whole buffer that contains chunk
}

// A chunk is a piece of the data, with the error that followed it.
type chunk struct {
	data []byte
	err  error
}

// readAhead starts a goroutine that reads r. The goroutine ends after the first error of r, the
// end of ctx or a call of Close, but not during a read. Errors of r other than io.EOF are
// replaced by the result of explain. If r has a method Close without a result, the goroutine
// calls it at the end.
func readAhead(ctx context.Context, r io.Reader, explain func(error) error) *aheadReader {
	a := &aheadReader{full: make(chan chunk, aheadBuffers), empty: make(chan []byte, aheadBuffers)}
	a.ctx, a.end = context.WithCancelCause(ctx)
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
		case buffer := <-a.empty:
			n, err := r.Read(buffer)
			if err != nil && err != io.EOF {
				err = explain(err)
			}
			a.full <- chunk{buffer[:n], err} // never blocks, because full has room for all buffers
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

// next returns the buffer to the goroutine and waits for the next chunk, for the end of ctx or
// for Close.
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
	}
}

// Close ends a Read that waits, and ends the goroutine after its current read. It returns nil.
func (a *aheadReader) Close() error {
	a.end(os.ErrClosed)
	return nil
}
