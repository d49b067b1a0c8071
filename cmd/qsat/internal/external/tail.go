package external

import (
	"strconv"
	"strings"
)

// tailSize is how many bytes of a solver's messages are kept.
const tailSize = 1 << 12

// A tail keeps the last bytes written to it.
type tail struct{ kept []byte }

// Write keeps p, or the end of it. It never fails.
func (t *tail) Write(p []byte) (int, error) {
	n := len(p)
	t.kept = append(t.kept, p[max(0, n-tailSize):]...)
	t.kept = t.kept[max(0, len(t.kept)-tailSize):]
	return n, nil
}

// String returns the last line kept, with what is not printable escaped.
func (t *tail) String() string {
	text := strings.TrimSpace(string(t.kept))
	text = text[strings.LastIndexByte(text, '\n')+1:]
	quoted := strconv.Quote(text)
	return quoted[1 : len(quoted)-1]
}
