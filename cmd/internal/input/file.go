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
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

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

	file *os.File                // closed by Close; nil for standard input
	end  context.CancelCauseFunc // ends the context of readAhead; nil in a File that Open did not return
}

// Open opens the file called name, or stdin if name is empty or "-". It reads the first bytes, so
// it waits for a pipe until data arrives or ctx ends. ctx also ends later reads, unless the Reader is an
// *os.File. The caller must call Close. An error names the input. If the run writes the same file, the error
// is an *opened.ConflictError.
func Open(ctx context.Context, name string, stdin io.Reader) (*File, error) {
	f := &File{Name: name}
	ctx, f.end = context.WithCancelCause(ctx)
	raw, err := stdin, error(nil)
	if name == "" || name == "-" {
		f.Name = Stdin
	} else if f.file, err = opened.Open(ctx, name, os.O_RDONLY); err == nil {
		raw = f.file
	}
	if err == nil {
		err = opened.From(ctx).Input(f.Name, raw)
	}
	if err == nil {
		err = f.open(ctx, raw)
	}
	if err != nil {
		f.Close()
		return nil, f.named(err)
	}
	return f, nil
}

// open recognizes the compression of raw, and sets f.Reader to a reader of the decompressed text. A
// directory and a compression that this package does not support are errors.
func (f *File) open(ctx context.Context, raw io.Reader) error {
	file, regular := raw.(*os.File)
	if regular {
		info, err := file.Stat()
		switch {
		case err != nil:
			return err
		case info.IsDir():
			return errors.New("expected a file, found a directory")
		}
		regular = info.Mode().IsRegular()
	}
	var prefix []byte
	var err error
	if regular {
		prefix, err = prefixAt(file)
	} else {
		begun := readAhead(ctx, raw, f, format{})
		prefix, err = peek(begun)
		raw = begun
	}
	f.Reader = raw
	format := recognize(prefix)
	switch {
	case err != nil || format.name == "":
		return err
	case format.open == nil:
		return fmt.Errorf("compressed by %s, which is not supported: expected gzip, bzip2, xz or zstd", format.name)
	}
	r, err := format.open(raw)
	if err != nil {
		return format.explain(err)
	}
	f.Reader = readAhead(ctx, r, f, format)
	return nil
}

// Close closes the input, except standard input, and ends a read that waits for it. It does nothing
// for a File that Open did not return.
func (f *File) Close() error {
	if f.end != nil {
		f.end(os.ErrClosed)
	}
	if f.file == nil {
		return nil
	}
	return f.file.Close()
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

// peek returns the next longestMagic bytes of r without taking them, or all if r ends before. If the first
// byte begins no compressed data, peek returns this byte alone, so a program that sends text line by line is
// answered at once. The end of r is no error.
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

// aheadSize is the size in bytes of each of two buffers: one that a goroutine fills, while the reader
// empties the other.
const aheadSize = 256 << 10

// readAhead returns a reader of the data that a goroutine reads from r. Its Read ends with the cause
// of ctx when ctx ends, even if the goroutine is stuck in a read. Its errors name the file. format has no
// name unless r decompresses; it then explains the errors of r. The goroutine ends after the first error of r
// or the end of ctx, but not during a read.
func readAhead(ctx context.Context, r io.Reader, file *File, format format) *bufio.Reader {
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
		if format.name != "" && err != nil {
			err = format.explain(err)
		}
		end(err)
	}()
	return bufio.NewReaderSize(read, aheadSize)
}

// UntilDone returns a reader of r whose Read returns the cause of ctx after ctx has ended. It
// serves code that reads a long file without checking ctx itself.
func UntilDone(ctx context.Context, r io.Reader) io.Reader { return &untilDone{ctx, r} }

type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u *untilDone) Read(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.r.Read(p)
}

// A format is a compression that Open recognizes.
type format struct {
	name  string
	magic [][]byte                           // the first bytes of the data: one of these
	open  func(io.Reader) (io.Reader, error) // returns a reader of the decompressed data; nil if the format is not supported
}

var formats = []format{
	{"gzip", [][]byte{{0x1f, 0x8b}}, openGzip},
	{"bzip2", [][]byte{[]byte("BZh")}, openBzip2},
	{"xz", [][]byte{{0xfd, '7', 'z', 'X', 'Z', 0}}, openXZ},
	{"zstd", zstdMagic(), openZstd},
	{"lz4", [][]byte{{0x04, 0x22, 0x4d, 0x18}, {0x02, 0x21, 0x4c, 0x18}}, nil},
	{"lzma", [][]byte{{0x5d, 0, 0}}, nil},
	{"lzip", [][]byte{[]byte("LZIP")}, nil},
	{"lzop", [][]byte{{0x89, 'L', 'Z', 'O'}}, nil},
	{"compress", [][]byte{{0x1f, 0x9d}}, nil},
	{"zip", [][]byte{[]byte("PK\x03\x04")}, nil},
	{"7-Zip", [][]byte{{'7', 'z', 0xbc, 0xaf, 0x27, 0x1c}}, nil},
}

// longestMagic is the length of the longest magic in bytes, such as the magic of xz.
const longestMagic = 6

// zstdMagic returns the magic of a frame and of the 16 kinds of skippable frames. The output of
// pzstd begins with a skippable frame.
func zstdMagic() [][]byte {
	magic := [][]byte{{0x28, 0xb5, 0x2f, 0xfd}}
	for b := byte(0x50); b <= 0x5f; b++ {
		magic = append(magic, []byte{b, 0x2a, 0x4d, 0x18})
	}
	return magic
}

// recognize returns the format of data that begins with prefix. Its name is empty if the data begins like no
// format.
func recognize(prefix []byte) format {
	for _, f := range formats {
		if slices.ContainsFunc(f.magic, func(m []byte) bool { return bytes.HasPrefix(prefix, m) }) {
			return f
		}
	}
	return format{}
}

// Compression returns the name of the compression of data that begins with prefix, or "" if it begins like
// no compression. Open does not support all of them.
func Compression(prefix []byte) string { return recognize(prefix).name }

// mayBegin reports whether b is the first byte of compressed data of any format.
func mayBegin(b byte) bool {
	return slices.ContainsFunc(formats, func(f format) bool {
		return slices.ContainsFunc(f.magic, func(m []byte) bool { return m[0] == b })
	})
}
