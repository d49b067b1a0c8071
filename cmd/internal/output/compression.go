//go:build !js

package output

import (
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	// Package input explains why it reads xz with a different package.
	"github.com/ulikunitz/xz"
)

// Compressions returns the names of the compressions, which are also the suffixes of their files.
func Compressions() []string { return []string{"gz", "xz", "zst"} }

// Compressed returns a writer that compresses into w in the format, one of Compressions. For any other format,
// such as "", the writer copies into w. Close completes the data and leaves w open. The same data always gives
// the same bytes: headers contain no name and no time, and the number of processors has no effect.
func Compressed(w io.Writer, format string) (io.WriteCloser, error) {
	switch format {
	case "gz":
		return gzip.NewWriterLevel(w, gzip.BestCompression)
	case "xz":
		return xz.NewWriter(w)
	case "zst":
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	}
	return plain{w}, nil
}
