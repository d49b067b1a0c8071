// Package input opens files and standard input, plain or compressed. It recognizes the
// compression by the first bytes, not by the name, so that it works for pipes, too.
//
// An uncompressed regular file is passed on as an *os.File, so that it can be read at offsets and
// by several goroutines. For all other inputs, a goroutine reads and decompresses ahead of the
// reader. Their reads end with the cause of the context when it ends, even while they wait for a
// pipe.
package input

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"queens/cmd/internal/opened"
)

// Stdin is the name of standard input in messages.
const Stdin = "<stdin>"

// A File is an open input.
type File struct {
	// Reader delivers the decompressed text. For an uncompressed regular file it is an *os.File,
	// at the position where the text starts. The errors of all other readers name the input.
	io.Reader
	// Name is the name for messages: the name of the file, or Stdin.
	Name string

	close []func() error // called by Close, in this order
}

// Open opens the file called name, or stdin if name is empty or "-". It reads the first bytes, so
// it waits for a pipe until data arrives or ctx ends. An error names the input. If the run writes
// the same file, the error is an *opened.ConflictError.
func Open(ctx context.Context, name string, stdin io.Reader) (*File, error) {
	f := &File{Name: name}
	raw := stdin
	if name == "" || name == "-" {
		f.Name = Stdin
	} else {
		file, err := opened.Open(ctx, name, os.O_RDONLY)
		if err != nil {
			return nil, opened.Named(f.Name, err)
		}
		f.close = append(f.close, file.Close)
		raw = file
	}
	if err := opened.From(ctx).Input(f.Name, raw); err != nil {
		f.Close()
		return nil, err
	}
	if err := f.open(ctx, raw); err != nil {
		f.Close()
		return nil, f.named(err)
	}
	return f, nil
}

// open recognizes the compression of raw and sets f.Reader.
func (f *File) open(ctx context.Context, raw io.Reader) error {
	file, regular, err := regularFile(raw)
	if err != nil {
		return err
	}
	var prefix []byte
	if regular {
		f.Reader = file
		prefix, err = prefixAt(file)
	} else {
		ahead := f.readAhead(ctx, raw, func(err error) error { return err })
		begun := bufio.NewReaderSize(ahead, 0) // its small buffer is used only for the prefix
		prefix, err = peek(begun)
		raw, f.Reader = begun, &namedReader{begun, f}
	}
	if err != nil {
		return err
	}
	if format := recognize(prefix); format != nil {
		return f.decompress(ctx, raw, format)
	}
	return nil
}

// decompress sets f.Reader to a reader that decompresses raw.
func (f *File) decompress(ctx context.Context, raw io.Reader, format *format) error {
	if format.open == nil {
		return fmt.Errorf("compressed by %s, which is not supported: expected gzip, bzip2, xz or zstd", format.name)
	}
	r, err := format.open(&namedReader{raw, f})
	if err != nil {
		return format.explain(err)
	}
	f.Reader = &namedReader{f.readAhead(ctx, r, format.explain), f}
	return nil
}

// readAhead returns an aheadReader that Close closes before all that has been opened earlier.
func (f *File) readAhead(ctx context.Context, r io.Reader, explain func(error) error) io.Reader {
	ahead := readAhead(ctx, r, explain)
	f.close = append([]func() error{ahead.Close}, f.close...)
	return ahead
}

// Close closes the input, except standard input, and ends a read that waits for it.
func (f *File) Close() error {
	var errs []error
	for _, c := range f.close {
		errs = append(errs, c())
	}
	f.close = nil
	return errors.Join(errs...)
}

// regularFile returns raw as a file, and whether it is a regular file. If raw is not an *os.File,
// it returns nil and false. A directory is an error.
func regularFile(raw io.Reader) (*os.File, bool, error) {
	file, ok := raw.(*os.File)
	if !ok {
		return nil, false, nil
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, false, err
	case info.IsDir():
		return nil, false, errors.New("expected a file, found a directory")
	}
	return file, info.Mode().IsRegular(), nil
}

// A namedError is an error that names the input.
type namedError struct{ error }

func (e *namedError) Unwrap() error { return e.error }

// named returns err with the name of the input, unless it has the name already.
func (f *File) named(err error) error {
	if errors.As(err, new(*namedError)) {
		return err
	}
	return &namedError{opened.Named(f.Name, err)}
}

// A namedReader adds the name of the input to the errors of a reader.
type namedReader struct {
	io.Reader
	file *File
}

func (r *namedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = r.file.named(err)
	}
	return n, err
}

// prefixAt returns up to longestMagic bytes of a regular file from its position, without moving
// the position.
func prefixAt(file *os.File) ([]byte, error) {
	offset, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	prefix := make([]byte, longestMagic)
	n, err := file.ReadAt(prefix, offset)
	return prefix[:n], unlessEOF(err)
}

// peek returns the next longestMagic bytes of r, or all if r ends before. If the first byte begins no
// compressed data, peek returns this byte alone, so a program that sends text line by line is answered
// at once.
func peek(r *bufio.Reader) (prefix []byte, err error) {
	if prefix, err = r.Peek(1); err == nil && mayBegin(prefix[0]) {
		prefix, err = r.Peek(longestMagic)
	}
	return prefix, unlessEOF(err)
}

func unlessEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}
