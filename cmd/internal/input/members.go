package input

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

// errTrailing is the error of bytes after compressed data that are neither more data nor
// zeros. Zeros are padding, as tapes and some file systems add it; gzip accepts them, too.
var errTrailing = errors.New("followed by other bytes")

// endsInZeros reads to the end and returns io.EOF if there are only zeros.
func endsInZeros(r *bufio.Reader) error {
	for {
		if _, err := r.Peek(1); err != nil {
			return err
		}
		text, _ := r.Peek(r.Buffered())
		for _, c := range text {
			if c != 0 {
				return errTrailing
			}
		}
		r.Discard(len(text))
	}
}

// A gzipReader reads gzip members, one after the other.
type gzipReader struct {
	from   *bufio.Reader
	member *gzip.Reader
}

func openGzip(r io.Reader) (io.Reader, error) {
	from := bufio.NewReaderSize(r, compressedBuffer)
	member, err := gzip.NewReader(from)
	if err != nil {
		return nil, err
	}
	member.Multistream(false)
	return &gzipReader{from, member}, nil
}

func (r *gzipReader) Read(p []byte) (int, error) {
	n, err := r.member.Read(p)
	if err != io.EOF {
		return n, err
	}
	return n, r.next()
}

// next begins the next gzip member. It returns io.EOF at the end of the input.
func (r *gzipReader) next() error {
	first, err := r.from.Peek(1)
	switch {
	case err != nil:
		return err
	case first[0] != gzipMagic[0]:
		return endsInZeros(r.from)
	}
	if err := r.member.Reset(r.from); err == io.EOF {
		return io.ErrUnexpectedEOF
	} else if err != nil {
		return err
	}
	r.member.Multistream(false)
	return nil
}

// A bzip2Reader reads bzip2 streams, one after the other. Package bzip2 reads two bytes after
// each stream and does not tell which, and takes a single byte for the beginning of a stream
// that is cut off.
type bzip2Reader struct {
	from *paddedBytes
	io.Reader
}

func openBzip2(r io.Reader) (io.Reader, error) {
	from := &paddedBytes{Reader: bufio.NewReaderSize(r, compressedBuffer)}
	return &bzip2Reader{from, bzip2.NewReader(from)}, nil
}

// noStream is the error of package bzip2 for two bytes after a stream that begin no other one.
const noStream = bzip2.StructuralError("bad magic value in continuation file")

func (r *bzip2Reader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	switch {
	case err == nil || err == io.EOF || errors.As(err, new(*sourceError)):
	case r.from.padding > 0 && (err != noStream || r.from.last[0] == 'B'):
		err = io.ErrUnexpectedEOF
	case err != noStream:
	case r.from.last != [2]byte{}:
		err = errTrailing
	default:
		err = endsInZeros(r.from.Reader)
	}
	return n, err
}

// paddedBytes are the bytes of a reader and two zeros after them.
type paddedBytes struct {
	*bufio.Reader
	last    [2]byte // the last bytes that were read
	padding int     // the number of those zeros that were read
}

func (r *paddedBytes) ReadByte() (c byte, err error) {
	c, err = r.Reader.ReadByte()
	if err == io.EOF && r.padding < 2 {
		r.padding++
		c, err = 0, nil
	}
	r.last = [2]byte{r.last[1], c}
	return c, err
}
