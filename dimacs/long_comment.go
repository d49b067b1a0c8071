package dimacs

import "bytes"

// A longComment is a comment that is longer than the buffer. Its text is left
// out of the chunks; what it says is noted as it goes by.
type longComment struct {
	notes notes
	list  *variables // of notes, to be read; nil if the comment is no list
	words int        // bytes of the words that begin the list, while they lie ahead
	bytes int        // gone by
	fault *fault     // its offset is that in the comment
}

// newLongComment returns the comment that begins with data.
func newLongComment(data []byte) *longComment {
	c := &longComment{}
	rest, list := c.notes.listOf(data[1:])
	switch {
	case list != nil:
		list.given = true
		c.list, c.words = list, len(data)-len(rest)
	case isWeight(data[1:]):
		c.notes.weight = &place{}
	}
	return c
}

// read takes as much of data as belongs to the comment and can be read without
// more, and reports whether the comment ends there.
func (c *longComment) read(data []byte, eof bool) (taken int, ended bool) {
	taken, ended = len(data), eof
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		taken, ended = i, true
	}
	if c.list != nil && c.fault == nil {
		taken = c.readList(data[:taken], ended)
	}
	c.bytes += taken
	return taken, ended
}

// readList reads variables up to the last blank, or up to the end of data if
// the line ends there.
func (c *longComment) readList(data []byte, ended bool) (taken int) {
	end := len(data)
	if !ended {
		if end = lastBlank(data) + 1; end == 0 {
			c.fault = &fault{c.bytes, wantVariable, quote(data), ""}
			return len(data)
		}
	}
	if f := c.list.read(data[:end], c.words, place{}, ended); f != nil {
		f.offset += c.bytes
		c.fault = f
	}
	c.words = 0
	return end
}

// pass moves base beyond a comment that was left out, if there is one, and
// takes in what it says.
func (n *notes) pass(c *longComment, base *place, name string) error {
	if c == nil {
		return nil
	}
	at := *base
	base.column += c.bytes
	if c.fault != nil {
		return place{at.line, at.column + c.fault.offset}.error(name, c.fault)
	}
	return n.merge(&c.notes, at, name)
}
