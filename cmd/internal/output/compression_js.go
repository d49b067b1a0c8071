package output

import (
	"errors"
	"io"
)

// Compressions returns the names of compressions, which all fail in a page.
func Compressions() []string { return []string{"gz"} }

// Compressed returns w as it is, or an error if there is a format.
func Compressed(w io.Writer, format string) (io.WriteCloser, error) {
	if format != "" {
		return nil, errors.New("a page does not compress files")
	}
	return plain{w}, nil
}
