package dimacs

import (
	"bytes"
	"io"
)

const (
	// firstBlock is the number of bytes that a ResultReader reads at once, at first. It is small
	// because qmerge reads up to a million short results, each with its own ResultReader.
	firstBlock = 4 << 10
	// resultBlock is the number of bytes that a ResultReader reads at once from a long text.
	resultBlock = 256 << 10
	// resultLineMax is the largest length in bytes of a line that is read whole. The longest are
	// exact counts and models on one line. Longer comments are skipped, and longer models are read
	// in pieces.
	resultLineMax = 4 << 20
)

// A resultInput divides a text into lines. A line longer than resultLineMax is divided into pieces.
// A piece ends at a blank, or within a word that is longer than half of resultLineMax.
type resultInput struct {
	src       io.Reader
	name      string
	buf       []byte // has slack bytes after end
	next, end int    // buf[next:end] are the bytes that follow text
	err       error  // of src, or nil so far

	text    []byte // the current line or piece, without the line end; nil if none is loaded
	pos     int    // index of the next byte to read in text
	newline bool   // a newline follows text
	atEnd   bool   // text ends at the end of the input, without a newline
	line    int    // current line, from 0
	column  int    // of text in the line, from 0

	deviations []Deviation // see Deviations
}

// load makes text the next line or piece, unless one is loaded. It returns io.EOF at the end of the
// input, or an error of the source.
func (in *resultInput) load() error {
	for searched := 0; in.text == nil; {
		rest := in.buf[in.next:in.end]
		if i := bytes.IndexByte(rest[searched:], '\n'); i >= 0 {
			in.take(searched + i)
			in.newline = true
			in.next++
			return nil
		}
		if searched = len(rest); searched >= resultLineMax {
			in.take(cutLine(rest))
			return nil
		}
		if err := in.fill(); err == io.EOF && searched > 0 {
			in.take(searched)
			in.atEnd = true
			in.buf[in.end] = 0 // no blank, so that the last word may be cut off
		} else if err != nil {
			return err
		}
	}
	return nil
}

// take makes text the next n bytes.
func (in *resultInput) take(n int) {
	in.text, in.newline = in.buf[in.next:in.next+n], false
	in.next += n
}

// cutLine returns the length of the first piece of a line. The last word belongs to the next piece,
// which is never empty.
func cutLine(line []byte) int {
	if n := lastBlank(trimRight(line)) + 1; n > len(line)/2 {
		return n
	}
	return len(line) - 1
}

// fill reads at least one more byte behind buf[next:end], which it moves. It returns the error of
// the source. The buffer grows if it was full and is small, or if a line fills it.
func (in *resultInput) fill() error {
	if in.err != nil {
		return in.err
	}
	small := in.end == len(in.buf)-slack && in.end < resultBlock
	in.next, in.end = 0, copy(in.buf, in.buf[in.next:in.end])
	if small || in.end == len(in.buf)-slack {
		in.buf = append(in.buf, make([]byte, len(in.buf)-slack)...)
	}
	n, err := readSome(in.src, in.buf[in.end:len(in.buf)-slack])
	in.end += n
	in.err = err
	if n > 0 {
		return nil
	}
	return err
}

// done ends the reading of text.
func (in *resultInput) done() {
	in.column += len(in.text)
	if in.newline {
		if bytes.HasSuffix(in.text, []byte("\r")) {
			in.deviate(crlf, in.line)
		}
		in.line++
		in.column = 0
	} else if in.atEnd {
		in.deviate(noLineEnd, in.line)
	}
	in.text, in.pos = nil, 0
}

// skipBlanks skips blanks in the line.
func (in *resultInput) skipBlanks() error {
	for {
		for in.pos < len(in.text) && isBlank(in.text[in.pos]) {
			in.pos++
		}
		if in.pos < len(in.text) || in.newline || in.atEnd {
			return nil
		}
		in.done()
		if err := in.load(); err != nil {
			return err
		}
	}
}

// word reports whether the byte at pos is a word.
func (in *resultInput) word() bool {
	return in.pos+1 == len(in.text) || isBlank(in.text[in.pos+1])
}

// restOfLine returns the rest of the line from pos on, without trailing blanks, and skips it
// and its end. The text is valid until the next line is loaded. If the line is longer than
// resultLineMax, whole is false and text holds only the first 64 bytes.
func (in *resultInput) restOfLine() (text []byte, whole bool, err error) {
	text, whole = trimRight(in.text[in.pos:]), in.newline || in.atEnd
	if !whole {
		text = bytes.Clone(text[:min(64, len(text))])
	}
	for !in.newline && !in.atEnd {
		in.done()
		if err := in.load(); err != nil {
			return nil, false, err
		}
	}
	in.done()
	return text, whole, nil
}

// at returns the position of text[p].
func (in *resultInput) at(p int) position {
	return position{in.line, in.column + p}
}

// errorAt returns a syntax error at position p.
func (in *resultInput) errorAt(p position, expected, found, hint string) error {
	return p.error(in.name, &fault{0, expected, found, hint})
}

// fail returns a syntax error that names the word at text[p].
func (in *resultInput) fail(p int, expected, hint string) error {
	return in.errorAt(in.at(p), expected, quote(in.text[p:]), hint)
}
