package input

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

// errTrailing is the error for bytes after compressed data that are neither zeros nor more data.
// Zeros are padding from tapes and some file systems; gzip accepts them, too.
var errTrailing = errors.New("followed by other bytes")

// endsInZeros reads to the end. It returns io.EOF if it read only zeros, and errTrailing if not.
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

// A gzipReader reads a sequence of gzip members. Zeros may follow the last member.
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

// next begins the next gzip member. It returns io.EOF if nothing or only zeros follow, and
// errTrailing if other bytes follow.
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

// A bzip2Reader reads a sequence of bzip2 streams. Zeros may follow the last stream.
//
// After a stream, package bzip2 reads two bytes. If they do not begin another stream, it reports
// noStream and does not say which bytes it read. If there is just one byte, it reports a
// truncated stream. Therefore paddedBytes records the last two bytes and adds two zeros to the
// end.
type bzip2Reader struct {
	from *paddedBytes
	io.Reader
}

func openBzip2(r io.Reader) (io.Reader, error) {
	from := &paddedBytes{Reader: bufio.NewReaderSize(r, compressedBuffer)}
	return &bzip2Reader{from, bzip2.NewReader(from)}, nil
}

// noStream is the error of package bzip2 for two bytes after a stream that do not begin another.
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

// paddedBytes reads the bytes of a reader, and then two zeros.
type paddedBytes struct {
	*bufio.Reader
	last    [2]byte // the last two bytes read
	padding int     // the number of added zeros read so far
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
