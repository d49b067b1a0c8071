package dimacs

import (
	"bytes"
	"io"
)

// resultBlock is how much a ResultReader reads at a time; resultLineMax bounds
// the lines it wants to see whole: comments and statuses, the longest being the
// decimal digits of a count.
const (
	resultBlock   = 256 << 10
	resultLineMax = 4 << 20
)

// A resultInput is a window on the text that keeps track of lines. After the
// bytes of the window comes a NUL, which is no character of the format, so that
// loops over a token need not look for the end of the window.
type resultInput struct {
	src        io.Reader
	name       string
	buf        []byte // buf[end] is the NUL
	pos        int    // next byte to read
	end        int
	err        error // of src, once it has given one
	line       int   // from 0
	lineOffset int   // of the first byte of the line, negative if it left the window
}

func (in *resultInput) reset(src io.Reader, name string) {
	*in = resultInput{src: src, name: name, buf: make([]byte, resultBlock+1)}
}

// fill gets further bytes behind those from pos on. It returns the error of
// the source once there are none, and io.ErrShortBuffer when a line has grown
// past resultLineMax.
func (in *resultInput) fill() error {
	if in.err != nil {
		return in.err
	}
	if in.pos > 0 {
		copy(in.buf, in.buf[in.pos:in.end])
		in.end -= in.pos
		in.lineOffset -= in.pos
		in.pos = 0
	}
	if in.end == len(in.buf)-1 {
		if in.end >= resultLineMax {
			return io.ErrShortBuffer
		}
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

// lineStart skips blanks and returns the byte after them.
func (in *resultInput) lineStart() (byte, error) {
	for {
		for isBlank(in.buf[in.pos]) {
			in.pos++
		}
		if in.pos < in.end {
			return in.buf[in.pos], nil
		}
		if err := in.fill(); err != nil {
			return 0, err
		}
	}
}

// word reports whether the n bytes from pos on are followed by a blank or the
// end of the line.
func (in *resultInput) word(n int) bool {
	for in.pos+n >= in.end {
		if in.fill() != nil {
			return true
		}
	}
	c := in.buf[in.pos+n]
	return isBlank(c) || c == '\n'
}

// newline passes the line end at pos.
func (in *resultInput) newline() {
	in.pos++
	in.line++
	in.lineOffset = in.pos
}

// restOfLine returns the line from pos on without its end and without trailing
// blanks, valid until the next read, and passes over it. A line beyond
// resultLineMax is passed over too, but only its beginning is returned.
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

// skipLine passes over the rest of a line of any length.
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

// at returns the position of the byte at offset p of the window.
func (in *resultInput) at(p int) position {
	return position{in.line, p - in.lineOffset}
}

func (in *resultInput) errorAt(p position, expected, found, hint string) error {
	return p.error(in.name, &fault{0, expected, found, hint})
}

// fail returns an error at offset p of the window, which describes the word
// there. The input cannot be read on after it.
func (in *resultInput) fail(p int, expected, hint string) error {
	at := in.at(p)
	in.pos = p
	return in.errorAt(at, expected, in.foundHere(), hint)
}

// foundHere describes the word at pos.
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
