package output

import (
	"errors"
	"io"
)

// Compressions returns the name of a compression, so that its suffix is recognized. Compressed refuses it.
func Compressions() []string { return []string{"gz"} }

// Compressed returns a writer that copies into w, or an error if format is not empty.
func Compressed(w io.Writer, format string) (io.WriteCloser, error) {
	if format != "" {
		return nil, errors.New("a page does not compress files")
	}
	return plain{w}, nil
}
