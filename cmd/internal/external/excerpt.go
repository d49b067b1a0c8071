package external

import (
	"strconv"
	"strings"
)

// keptSize is the number of bytes that head and tail keep.
const keptSize = 1 << 12

// A head is a writer that keeps the first keptSize bytes.
type head struct{ kept []byte }

// Write never fails.
func (h *head) Write(p []byte) (int, error) {
	h.kept = append(h.kept, p[:min(len(p), keptSize-len(h.kept))]...)
	return len(p), nil
}

// String returns the first nonempty line, with unprintable characters escaped.
func (h *head) String() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(h.kept)), "\n")
	return printable(line)
}

// A tail is a writer that keeps the last keptSize bytes.
type tail struct{ kept []byte }

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	t.kept = t.kept[max(0, len(t.kept)-keptSize):]
	return len(p), nil
}

// String returns the last nonempty line, with unprintable characters escaped.
func (t *tail) String() string {
	text := strings.TrimSpace(string(t.kept))
	return printable(text[strings.LastIndexByte(text, '\n')+1:])
}

// printable escapes unprintable characters, which could disturb a terminal.
func printable(text string) string {
	quoted := strconv.Quote(strings.TrimRight(text, "\r"))
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}

// An excerpt is a writer that keeps the first and the last keptSize bytes of standard error.
// Most programs say in the first line what is wrong; programs that print a trace say it in the
// last.
type excerpt struct {
	head
	tail
}

// Write never fails.
func (c *excerpt) Write(p []byte) (int, error) {
	c.head.Write(p)
	return c.tail.Write(p)
}

// String returns the first and the last nonempty line, joined by " .. ", or only one of them if
// they are equal.
func (c *excerpt) String() string {
	first, last := c.head.String(), c.tail.String()
	if first == last {
		return first
	}
	return first + " .. " + last
}
