package external

import (
	"strconv"
	"strings"
)

// keptSize is how many bytes at each end of what a solver says are kept.
const keptSize = 1 << 12

// A head keeps the first bytes written to it.
type head struct{ kept []byte }

// Write keeps the beginning. It never fails.
func (h *head) Write(p []byte) (int, error) {
	h.kept = append(h.kept, p[:min(len(p), keptSize-len(h.kept))]...)
	return len(p), nil
}

// String returns the first line kept that is not empty, with what is not printable escaped.
func (h *head) String() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(h.kept)), "\n")
	return printable(line)
}

// A tail keeps the last bytes written to it.
type tail struct{ kept []byte }

// Write keeps the end of p. It never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	t.kept = t.kept[max(0, len(t.kept)-keptSize):]
	return len(p), nil
}

// String returns the last line kept, with what is not printable escaped.
func (t *tail) String() string {
	text := strings.TrimSpace(string(t.kept))
	return printable(text[strings.LastIndexByte(text, '\n')+1:])
}

// printable escapes what could garble a terminal.
func printable(text string) string {
	quoted := strconv.Quote(strings.TrimRight(text, "\r"))
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}

// A complaint is both ends of what a solver says on standard error: the first line tells
// what is wrong in most programs, and the last one in those that show how they got there.
type complaint struct {
	head
	tail
}

// Write never fails.
func (c *complaint) Write(p []byte) (int, error) {
	c.head.Write(p)
	return c.tail.Write(p)
}

// String returns the first line and the last one.
func (c *complaint) String() string {
	first, last := c.head.String(), c.tail.String()
	if first == last {
		return first
	}
	return first + " .. " + last
}
