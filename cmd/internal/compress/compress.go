// Package compress compresses what the programs write. The same input gives
// the same bytes: no name and no time goes into a header, and no number of
// processors shows.
package compress

import (
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	// Package input says why it reads xz with another one.
	"github.com/ulikunitz/xz"
)

// writers holds the formats in the order of Formats.
var writers = []struct {
	name string
	open func(io.Writer) (io.WriteCloser, error)
}{
	{"gz", func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) }},
	{"xz", func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }},
	{"zst", func(w io.Writer) (io.WriteCloser, error) {
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	}},
}

// Formats returns the formats, each named after the ending of its files: gz,
// xz, zst.
func Formats() []string {
	var names []string
	for _, w := range writers {
		names = append(names, w.name)
	}
	return names
}

// NewWriter returns a writer that compresses into w. Close completes the data
// and leaves w open. The empty format copies.
func NewWriter(w io.Writer, format string) (io.WriteCloser, error) {
	if format == "" {
		return plain{w}, nil
	}
	for _, known := range writers {
		if known.name == format {
			return known.open(w)
		}
	}
	return nil, fmt.Errorf("unknown compression %q: expected %s", format, strings.Join(Formats(), ", "))
}

type plain struct{ io.Writer }

func (plain) Close() error { return nil }
