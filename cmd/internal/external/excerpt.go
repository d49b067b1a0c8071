package external

import (
	"strings"

	"queens/cmd/internal/program"
)

// keptSize is the number of bytes that an excerpt keeps of each end.
const keptSize = 1 << 12

// An excerpt is a writer that keeps the first and the last keptSize bytes of the output of a
// program, and no more. Most programs explain an error in the first line; programs that print a trace
// explain it in the last.
type excerpt struct{ head, tail []byte }

// Write never fails.
func (e *excerpt) Write(p []byte) (int, error) {
	e.head = append(e.head, p[:min(len(p), keptSize-len(e.head))]...)
	e.tail = append(e.tail, p[max(0, len(p)-keptSize):]...)
	e.tail = append(e.tail[:0], e.tail[max(0, len(e.tail)-keptSize):]...)
	return len(p), nil
}

// first returns the first line that is not blank among the first keptSize bytes, without blanks before it
// and with unprintable characters escaped. It returns "" if there is no such line.
func (e *excerpt) first() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(e.head)), "\n")
	return program.Printable(strings.TrimRight(line, "\r"))
}

// last returns the last line that is not blank among the last keptSize bytes, without blanks after it and
// with unprintable characters escaped. It returns "" if there is no such line.
func (e *excerpt) last() string {
	text := strings.TrimSpace(string(e.tail))
	return program.Printable(text[strings.LastIndexByte(text, '\n')+1:])
}

// String returns the lines of first and last, joined by " .. ". If they are equal, it returns one of them.
func (e *excerpt) String() string {
	first, last := e.first(), e.last()
	if first == last {
		return first
	}
	return first + " .. " + last
}
