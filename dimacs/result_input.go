package dimacs

import (
	"bytes"
	"io"
)

const (
	// firstBlock is the number of bytes that a ResultReader reads at once, at first, and chunkSize later. It
	// is small because qmerge reads up to a million short results, each with its own ResultReader.
	firstBlock = 4 << 10
	// resultLineMax is the largest length in bytes of a line that is read whole. The longest are
	// exact counts and models on one line. Longer comments are skipped, and longer models are read
	// in pieces.
	resultLineMax = 4 << 20
)

// A resultInput divides a text into lines. A line longer than resultLineMax is divided into pieces.
// A piece ends at a blank, or within a word that is longer than half of resultLineMax.
type resultInput struct {
	chunks *chunker
	name   string
	buf    []byte // of the current chunk
	rest   []byte // what follows text in the current chunk

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
	if in.text != nil {
		return nil
	}
	if len(in.rest) == 0 {
		k, buf, err := in.chunks.next(in.buf)
		if err != nil {
			return err
		}
		in.buf, in.rest = buf, k.data
	}
	end := lineEnd(in.rest, 0)
	in.text, in.newline = in.rest[:end], end < len(in.rest)
	in.atEnd = !in.newline && in.chunks.err == io.EOF
	in.rest = in.rest[min(end+1, len(in.rest)):]
	return nil
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
