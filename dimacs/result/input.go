package result

import (
	"bytes"
	"io"

	"queens/dimacs"
	"queens/dimacs/internal/lex"
)

const (
	// firstBlock is the number of bytes that a Reader reads at once, at first, and ChunkSize later. It
	// is small because qmerge reads up to a million short results, each with its own Reader.
	firstBlock = 4 << 10
	// lineMax is the largest length in bytes of a line that is read whole. The longest are
	// exact counts and models on one line. Longer comments are skipped, and longer models are read
	// in pieces.
	lineMax = 4 << 20
)

// A place is a place in the text; both numbers count from 0, columns in bytes.
type place struct{ line, column int }

// An input divides a text into lines. A line longer than lineMax is divided into pieces.
// A piece ends at a blank, or within a word that is longer than half of lineMax.
type input struct {
	chunks *lex.Chunker
	name   string
	buf    []byte // of the current chunk
	rest   []byte // the bytes after text in the current chunk

	text    []byte // the current line or piece, without the line end; nil if none is loaded
	pos     int    // index of the next byte to read in text
	newline bool   // a newline follows text
	atEnd   bool   // text ends at the end of the input, without a newline
	line    int    // current line, from 0
	column  int    // of text in the line, from 0

	deviations []Deviation // see Deviations
}

// load makes text the next line or piece, unless one is loaded, and sets newline and atEnd. It returns
// io.EOF at the end of the input, or an error of the source.
func (in *input) load() error {
	if in.text != nil {
		return nil
	}
	if len(in.rest) == 0 {
		k, buf, err := in.chunks.Next(in.buf)
		if err != nil {
			return err
		}
		in.buf, in.rest = buf, k.Data
	}
	end := lex.LineEnd(in.rest, 0)
	in.text, in.newline = in.rest[:end], end < len(in.rest)
	in.atEnd = !in.newline && in.chunks.Err == io.EOF
	in.rest = in.rest[min(end+1, len(in.rest)):]
	return nil
}

// done ends the reading of text: the next load loads the next line or piece. It updates the position and
// adds the deviations of a line end.
func (in *input) done() {
	in.column += len(in.text)
	if in.newline {
		if bytes.HasSuffix(in.text, []byte("\r")) {
			in.deviate("line end CR LF", in.line)
		}
		in.line++
		in.column = 0
	} else if in.atEnd {
		in.deviate("last line without its end", in.line)
	}
	in.text, in.pos = nil, 0
}

// skipBlanks moves pos to the next byte of the line that is no blank, or to the end of the line. It
// loads further pieces of the line, and returns the error of load.
func (in *input) skipBlanks() error {
	for {
		for in.pos < len(in.text) && lex.IsBlank(in.text[in.pos]) {
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

// word reports whether the byte at pos is the last byte of text or has a blank behind it.
func (in *input) word() bool {
	return in.pos+1 == len(in.text) || lex.IsBlank(in.text[in.pos+1])
}

// restOfLine returns the rest of the line from pos on, without trailing blanks, and skips it and its end.
// The text is valid until the next line is loaded. If the rest does not end in the current piece, whole is
// false and text holds at most its first 64 bytes. The error is one of load.
func (in *input) restOfLine() (text []byte, whole bool, err error) {
	text, whole = lex.TrimRight(in.text[in.pos:]), in.newline || in.atEnd
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
func (in *input) at(p int) place { return place{in.line, in.column + p} }

// errorAt returns a syntax error at position p.
func (in *input) errorAt(p place, expected, found, hint string) error {
	return &dimacs.SyntaxError{Name: in.name, Line: p.line + 1, Column: p.column + 1, Expected: expected, Found: found, Hint: hint}
}

// fail returns a syntax error that names the word at text[p].
func (in *input) fail(p int, expected, hint string) error {
	return in.errorAt(in.at(p), expected, lex.Quote(in.text[p:]), hint)
}
