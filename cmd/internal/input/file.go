// Package input opens what a program reads: a file or standard input, plain or
// compressed. The format is told by the first bytes, not by the name, so that
// pipes are understood as well as files.
//
// A regular file that is not compressed is handed over as the *os.File itself,
// to be read at offsets and from several goroutines. Another goroutine reads
// everything else, and decompresses, ahead of the reader. Reads end with the
// cause of the context when it ends, even those that wait for a pipe.
package input

import (
	"context"
	"errors"
	"io"
	"os"

	"queens/cmd/internal/opened"
)

// Stdin is the name of standard input in messages.
const Stdin = "<stdin>"

// A File is an open input.
type File struct {
	// Reader delivers the decompressed text. It is an *os.File, positioned at
	// the start of the text, if the input is a regular file and not compressed.
	// The errors of any other reader name the input.
	io.Reader
	// Name is the name for messages: that of the file, or Stdin.
	Name string

	close []func() error // from first to last
}

// Open opens the file of that name; empty or "-" stands for stdin. Its errors
// name the file; that for a file that the run writes is an
// *opened.ConflictError. Open looks at the first bytes, hence it waits for those of a
// pipe, unless ctx ends.
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
		return nil, opened.Named(f.Name, err)
	}
	return f, nil
}

// open finds out what raw is and sets the reader.
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
		ahead := readAhead(ctx, raw, func(err error) error { return err })
		f.close = append([]func() error{ahead.Close}, f.close...)
		prefix, err = readPrefix(ahead)
		raw = &prefixed{prefix, ahead}
		f.Reader = &namedReader{raw, f.Name}
	}
	if err != nil {
		return err
	}
	if format := recognize(prefix); format != nil {
		return f.decompress(ctx, raw, format)
	}
	return nil
}

// decompress sets a reader that decompresses raw.
func (f *File) decompress(ctx context.Context, raw io.Reader, format *format) error {
	r, err := format.open(&sourceReader{raw})
	if err != nil {
		return format.explain(err)
	}
	ahead := readAhead(ctx, r, format.explain)
	f.Reader = &namedReader{ahead, f.Name}
	f.close = append([]func() error{ahead.Close}, f.close...)
	return nil
}

// Close closes the input, unless it is standard input, and ends a reader that
// waits for it.
func (f *File) Close() error {
	var errs []error
	for _, c := range f.close {
		errs = append(errs, c())
	}
	f.close = nil
	return errors.Join(errs...)
}

// regularFile returns raw as a regular file, if it is one. A directory is an
// error.
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
		return nil, false, errors.New("is a directory, expected a file")
	}
	return file, info.Mode().IsRegular(), nil
}

// namedReader names the input in the errors of a reader.
type namedReader struct {
	r    io.Reader
	name string
}

func (r *namedReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if err != nil && err != io.EOF {
		err = opened.Named(r.name, err)
	}
	return n, err
}
