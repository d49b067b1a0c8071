package input

import (
	"context"
	"io"
)

// aheadBuffers is the number of buffers of aheadSize bytes: one in use by the reader, one in use
// by the goroutine, and two that wait between them.
const (
	aheadBuffers = 4
	aheadSize    = 256 << 10
)

// An aheadReader delivers the data that a goroutine reads ahead. Its Read ends when the context
// ends, even if the goroutine is stuck in a read. Its errors name the file.
type aheadReader struct {
	ctx    context.Context
	file   *File
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

// readAhead starts a goroutine that reads r. The goroutine ends after the first error of r or the
// end of ctx, but not during a read. If r decompresses, format explains its errors.
func readAhead(ctx context.Context, r io.Reader, file *File, format *format) *aheadReader {
	a := &aheadReader{ctx: ctx, file: file, full: make(chan chunk, aheadBuffers), empty: make(chan []byte, aheadBuffers)}
	for range aheadBuffers {
		a.empty <- make([]byte, aheadSize)
	}
	go a.produce(r, format)
	return a
}

func (a *aheadReader) produce(r io.Reader, format *format) {
	for {
		select {
		case <-a.ctx.Done():
			return
		case buffer := <-a.empty:
			n, err := r.Read(buffer)
			if format != nil && err != nil && err != io.EOF {
				err = format.explain(err)
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
		if a.chunk.err == nil {
			a.next()
		} else if a.chunk.err != io.EOF {
			return 0, a.file.named(a.chunk.err)
		} else {
			return 0, io.EOF
		}
	}
	n := copy(p, a.chunk.data)
	a.chunk.data = a.chunk.data[n:]
	return n, nil
}

// next returns the buffer to the goroutine and waits for the next chunk, or for the end of ctx,
// whose cause is then the error.
func (a *aheadReader) next() {
	if a.buffer != nil {
		a.empty <- a.buffer
		a.buffer = nil
	}
	select {
	case a.chunk = <-a.full:
		a.buffer = a.chunk.data[:cap(a.chunk.data)]
	case <-a.ctx.Done():
		a.chunk.err = context.Cause(a.ctx)
	}
}
