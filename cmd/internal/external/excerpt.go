package external

import (
	"strings"

	"queens/cmd/internal/program"
)

// keptSize is the number of bytes that an excerpt keeps of each end.
const keptSize = 1 << 12

// An excerpt is a writer that keeps the first and the last keptSize bytes of the output of a
// program. Most programs say in the first line what is wrong; programs that print a trace say it in
// the last.
type excerpt struct{ head, tail []byte }

// Write never fails.
func (e *excerpt) Write(p []byte) (int, error) {
	e.head = append(e.head, p[:min(len(p), keptSize-len(e.head))]...)
	e.tail = append(e.tail, p[max(0, len(p)-keptSize):]...)
	e.tail = append(e.tail[:0], e.tail[max(0, len(e.tail)-keptSize):]...)
	return len(p), nil
}

// first returns the first nonempty line, with unprintable characters escaped.
func (e *excerpt) first() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(e.head)), "\n")
	return program.Printable(strings.TrimRight(line, "\r"))
}

// last returns the last nonempty line, with unprintable characters escaped.
func (e *excerpt) last() string {
	text := strings.TrimSpace(string(e.tail))
	return program.Printable(text[strings.LastIndexByte(text, '\n')+1:])
}

// String returns the first and the last nonempty line, joined by " .. ", or only one of them if
// they are equal.
func (e *excerpt) String() string {
	first, last := e.first(), e.last()
	if first == last {
		return first
	}
	return first + " .. " + last
}
