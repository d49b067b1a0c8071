package input

import (
	"bufio"
	"context"
	"io"
)

// aheadSize is the size in bytes of each of two buffers: one that a goroutine fills, while the reader
// empties the other.
const aheadSize = 256 << 10

// readAhead returns a reader of the data that a goroutine reads from r. Its Read ends with the cause
// of ctx when ctx ends, even if the goroutine is stuck in a read. Its errors name the file. format is nil
// unless r decompresses; it then explains the errors of r. The goroutine ends after the first error of r
// or the end of ctx, but not during a read.
func readAhead(ctx context.Context, r io.Reader, file *File, format *format) *bufio.Reader {
	read, write := io.Pipe()
	end := func(err error) {
		if err != nil {
			err = file.named(err)
		}
		write.CloseWithError(err) // the first call counts
	}
	context.AfterFunc(ctx, func() { end(context.Cause(ctx)) })
	go func() {
		_, err := io.CopyBuffer(struct{ io.Writer }{write}, struct{ io.Reader }{r}, make([]byte, aheadSize)) // no WriterTo, whose buffer may be small
		if format != nil && err != nil {
			err = format.explain(err)
		}
		end(err)
	}()
	return bufio.NewReaderSize(read, aheadSize)
}
