//go:build !js

package output

import (
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	// Package input explains why it reads xz with a different package.
	"github.com/ulikunitz/xz"
)

// compressors lists the compressions in the order of Compressions. Close of the writer that open returns
// completes the data and leaves the argument open.
var compressors = []struct {
	name string
	open func(io.Writer) (io.WriteCloser, error)
}{
	{"gz", func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) }},
	{"xz", func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }},
	{"zst", func(w io.Writer) (io.WriteCloser, error) {
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	}},
}

// Compressions returns the names of the compressions, which are also the suffixes of their files:
// gz, xz, zst.
func Compressions() []string {
	var names []string
	for _, w := range compressors {
		names = append(names, w.name)
	}
	return names
}

// Compressed returns a writer that compresses into w in the format, one of Compressions. For any other format,
// such as "", the writer copies into w. Close completes the data and leaves w open. The same data always gives
// the same bytes: headers contain no name and no time, and the number of processors has no effect.
func Compressed(w io.Writer, format string) (io.WriteCloser, error) {
	for _, known := range compressors {
		if known.name == format {
			return known.open(w)
		}
	}
	return plain{w}, nil
}
