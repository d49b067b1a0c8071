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
	// resultLineMax is the largest length in bytes of a comment or status that is read
	// whole. The longest are exact counts. Longer comments are skipped.
	resultLineMax = 4 << 20
)

// A resultInput is a buffer for a part of the text, and the position of that part. A NUL
// follows the bytes in the buffer. It occurs in no token, so a loop over a token ends there
// without checking for the end of the buffer.
type resultInput struct {
	src        io.Reader
	name       string
	buf        []byte // buf[end] is the NUL
	pos        int    // index of the next byte to read
	end        int    // index after the last byte
	err        error  // of src, or nil so far
	line       int    // current line, from 0
	lineOffset int    // index of the first byte of the line, negative if it is no longer in buf
	previous   byte   // the byte before buf[0]

	deviations []Deviation // see Deviations
}

func (in *resultInput) reset(src io.Reader, name string) {
	*in = resultInput{src: src, name: name, buf: make([]byte, firstBlock+1)}
}

// fill reads at least one more byte behind buf[pos:end], which it may move. It returns the
// error of the source at the end, and io.ErrShortBuffer if resultLineMax bytes are waiting to
// be read.
func (in *resultInput) fill() error {
	if in.err != nil {
		return in.err
	}
	grow := in.end == len(in.buf)-1 && in.end < resultBlock
	if in.pos > 0 {
		in.previous = in.buf[in.pos-1]
		copy(in.buf, in.buf[in.pos:in.end])
		in.end -= in.pos
		in.lineOffset -= in.pos
		in.pos = 0
	}
	if in.end == len(in.buf)-1 {
		if in.end >= resultLineMax {
			return io.ErrShortBuffer
		}
		grow = true
	}
	if grow {
		in.buf = append(in.buf, make([]byte, len(in.buf)-1)...)
	}
	for range 100 {
		n, err := in.src.Read(in.buf[in.end : len(in.buf)-1])
		in.end += n
		in.buf[in.end] = 0
		in.err = err
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	in.err = io.ErrNoProgress
	return in.err
}

// lineStart skips blanks and returns the next byte, which stays unread. At the end of the text,
// or after an error of the source, it returns that error.
func (in *resultInput) lineStart() (byte, error) {
	err := in.skipBlanks()
	return in.buf[in.pos], err
}

// skipBlanks skips blanks. At the end of the text, or after an error of the source, it returns that
// error.
func (in *resultInput) skipBlanks() error {
	for {
		for isBlank(in.buf[in.pos]) {
			in.pos++
		}
		if in.pos < in.end {
			return nil
		}
		if err := in.fill(); err != nil {
			return err
		}
	}
}

// word reports whether the n bytes at pos end a word: whether a blank, the end of the line or
// the end of the input follows them.
func (in *resultInput) word(n int) bool {
	for in.pos+n >= in.end {
		if in.fill() != nil {
			return true
		}
	}
	c := in.buf[in.pos+n]
	return isBlank(c) || c == '\n'
}

// peekLine returns the unread text: at least 64 bytes of it, or up to a line end or the end of the
// input. It is valid until the next read.
func (in *resultInput) peekLine() []byte {
	for in.end-in.pos < 64 && bytes.IndexByte(in.buf[in.pos:in.end], '\n') < 0 && in.fill() == nil {
	}
	return in.buf[in.pos:in.end]
}

// newline skips the line end at pos.
func (in *resultInput) newline() {
	if in.pos > 0 {
		in.previous = in.buf[in.pos-1]
	}
	if in.previous == '\r' {
		in.deviate(crlf, in.line)
	}
	in.pos++
	in.line++
	in.lineOffset = in.pos
}

// restOfLine returns the rest of the line from pos on, without trailing blanks, and skips it
// and its end. The text is valid until the next read. If the line is longer than resultLineMax,
// whole is false and text holds only the first 64 bytes.
func (in *resultInput) restOfLine() (text []byte, whole bool, err error) {
	searched := 0
	for {
		if i := bytes.IndexByte(in.buf[in.pos+searched:in.end], '\n'); i >= 0 {
			text = in.buf[in.pos : in.pos+searched+i]
			in.pos += searched + i
			in.newline()
			return trimRight(text), true, nil
		}
		searched = in.end - in.pos
		switch err := in.fill(); err {
		case nil:
		case io.EOF:
			text = in.buf[in.pos:in.end]
			in.pos = in.end
			return trimRight(text), true, nil
		case io.ErrShortBuffer:
			text = bytes.Clone(in.buf[in.pos : in.pos+64])
			return text, false, in.skipLine()
		default:
			return nil, false, err
		}
	}
}

// skipLine skips the rest of a line of any length, and its end.
func (in *resultInput) skipLine() error {
	for {
		if i := bytes.IndexByte(in.buf[in.pos:in.end], '\n'); i >= 0 {
			in.pos += i
			in.newline()
			return nil
		}
		in.pos = in.end
		if err := in.fill(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// at returns the position of buf[p] in the text.
func (in *resultInput) at(p int) position {
	return position{in.line, p - in.lineOffset}
}

// errorAt returns a syntax error at position p.
func (in *resultInput) errorAt(p position, expected, found, hint string) error {
	return p.error(in.name, &fault{0, expected, found, hint})
}

// fail returns a syntax error that names the word at buf[p]. It moves pos to p, so reading
// cannot continue.
func (in *resultInput) fail(p int, expected, hint string) error {
	at := in.at(p)
	in.pos = p
	return in.errorAt(at, expected, in.foundHere(), hint)
}

// foundHere describes the word at pos for a message.
func (in *resultInput) foundHere() string {
	const shown = 24
	for in.end-in.pos <= shown && in.fill() == nil {
	}
	return quote(in.buf[in.pos:in.end])
}

func trimRight(s []byte) []byte {
	for len(s) > 0 && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}
