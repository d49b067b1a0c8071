package input

import (
	"errors"
	"io"
	"os"
)

// prefixAt returns up to longestMagic bytes of a regular file from its position, without moving
// the position.
func prefixAt(file *os.File) ([]byte, error) {
	offset, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	prefix := make([]byte, longestMagic)
	n, err := file.ReadAt(prefix, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return prefix[:n], nil
}

// readPrefix reads bytes until they decide the format or r ends. The first byte of a text
// decides, so a program that sends us text line by line is answered at once.
func readPrefix(r io.Reader) ([]byte, error) {
	prefix := make([]byte, 0, longestMagic)
	for len(prefix) < longestMagic && undecided(prefix) {
		n, err := r.Read(prefix[len(prefix):longestMagic])
		prefix = prefix[:len(prefix)+n]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return prefix, nil
}

// A prefixed reader returns the bytes of prefix, and then reads rest into the caller's buffer
// without a copy.
type prefixed struct {
	prefix []byte
	rest   io.Reader
}

func (r *prefixed) Read(p []byte) (int, error) {
	if len(r.prefix) == 0 {
		return r.rest.Read(p)
	}
	n := copy(p, r.prefix)
	r.prefix = r.prefix[n:]
	return n, nil
}
