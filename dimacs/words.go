package dimacs

import (
	"bytes"

	"queens/dimacs/internal/lex"
)

// words splits the line data[i:end] into words.
type words struct {
	data          []byte
	start, i, end int    // start of the last word, index after it, end of the line
	fault         *fault // the first fault of count
}

// next returns the next word, or an empty slice at the end of the line.
func (w *words) next() []byte {
	for w.i < w.end && lex.IsBlank(w.data[w.i]) {
		w.i++
	}
	for w.start = w.i; w.i < w.end && !lex.IsBlank(w.data[w.i]); {
		w.i++
	}
	return w.data[w.start:w.i]
}

// count returns the next word as a number. If the word is not a number from 0 to most, count returns 0 and
// sets w.fault to a fault that expects want. It reads nothing and returns 0 once there is a fault.
func (w *words) count(want string, most int64) int64 {
	if w.fault != nil {
		return 0
	}
	word := w.next()
	if v, end := lex.Number(word, 0, most); v >= 0 && 0 < end && end == len(word) {
		return v
	}
	w.fault = &fault{w.start, want, lex.Found(word), ""}
	return 0
}

// after returns the rest of a line that begins with the words, and true. Otherwise it returns nil and
// false. A blank must precede each word, and a blank or the end of the line must follow it.
func after(line []byte, words ...string) ([]byte, bool) {
	for _, w := range words {
		i := 0
		for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
			i++
		}
		if i == 0 || !bytes.HasPrefix(line[i:], []byte(w)) {
			return nil, false
		}
		line = line[i+len(w):]
		if len(line) > 0 && !lex.IsSpace(line[0]) {
			return nil, false
		}
	}
	return line, true
}

// trailing returns a fault unless data[i:end] consists of blanks, and nil otherwise.
func trailing(data []byte, i, end int) *fault {
	for ; i < end; i++ {
		if !lex.IsBlank(data[i]) {
			return &fault{i, "end of line", lex.Quote(data[i:end]), ""}
		}
	}
	return nil
}
