package dimacs

import (
	"bytes"
	"cmp"
	"io"
)

const (
	chunkSize = 256 << 10 // largest size of a chunk in bytes, mostly; fits the second-level cache
	slack     = 16        // bytes after a chunk that a parser may read
)

// A chunk is a piece of a text that ends between two tokens: at the end of a line, or at a
// blank if the line is longer than the buffer. It ends within a token only if the token is
// longer than the buffer.
type chunk struct {
	data    []byte       // followed by at least slack bytes that are not digits
	index   int          // 0, 1, .. in the order of the text
	midLine bool         // the chunk does not begin at the start of a line
	torn    bool         // this chunk or an earlier one ends within a token
	skipped *longComment // the comment before data that was left out, or nil
}

// A chunker divides a text into chunks. Its memory does not depend on the length of the text,
// except in the strict mode, where a chunk holds whole clauses.
type chunker struct {
	r         io.Reader
	carry     []byte // bytes that were read and belong to the next chunk
	size      int    // largest size of a chunk, unless a line must stay whole
	keepLines bool   // do not divide lines of clauses, however long they are
	spaces    bool   // replace vertical tabs and form feeds by blanks
	keys      []string
	index     int  // of the next chunk
	midLine   bool // the next chunk does not begin at the start of a line
	torn      bool
	comment   *longComment // the long comment that has not ended yet, or nil
	eof       bool
}

func newChunker(r io.Reader, o *Options) *chunker {
	return &chunker{r: r, size: cmp.Or(o.chunk, chunkSize), keepLines: o.Mode == Strict, spaces: o.Mode == Relaxed, keys: o.Keys}
}

// next returns the next chunk and the buffer that holds it: buf, or a larger one if buf is too
// small. After the last chunk the error is io.EOF. The chunk is valid until its buffer is used
// again.
func (c *chunker) next(buf []byte) (chunk, []byte, error) {
	// The carry is longer than usual if the buffer that it comes from has grown.
	if size := max(c.size, len(c.carry)); len(buf) < size+slack {
		buf = make([]byte, size+slack)
	}
	var skipped *longComment
	n := copy(buf, c.carry)
	for {
		var err error
		if n, err = c.fill(buf, n); err != nil {
			return chunk{}, buf, err
		}
		if c.comment != nil {
			skipped = c.comment
			k, ended := skipped.read(buf[:n], c.eof)
			if ended {
				c.comment = nil
			}
			if n = copy(buf, buf[k:n]); !c.eof {
				continue
			}
		}
		if n == 0 && skipped == nil {
			return chunk{}, buf, io.EOF
		}
		end := c.cut(buf[:n])
		if end > 0 || c.eof {
			return c.take(buf, end, n, skipped), buf, nil
		}
		if c.comment == nil {
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
}

// fill reads into buf[n:] until only the slack is left or the text ends, and returns the number
// of bytes in buf.
func (c *chunker) fill(buf []byte, n int) (int, error) {
	for empty := 0; n < len(buf)-slack && !c.eof; {
		k, err := c.r.Read(buf[n : len(buf)-slack])
		if c.spaces {
			blank(buf[n : n+k])
		}
		n += k
		switch {
		case err == io.EOF:
			c.eof = true
		case err != nil:
			return n, err
		case k > 0:
			empty = 0
		default:
			if empty++; empty == 100 {
				return n, io.ErrNoProgress
			}
		}
	}
	return n, nil
}

// blank replaces vertical tabs and form feeds by blanks.
func blank(data []byte) {
	for _, space := range []byte("\v\f") {
		for at := 0; ; at++ {
			i := bytes.IndexByte(data[at:], space)
			if i < 0 {
				break
			}
			at += i
			data[at] = ' '
		}
	}
}

// cut returns the end of the next chunk in data. It returns 0 if more data is needed first: for
// a line that must stay whole, or for a long comment, which it then stores in c.comment. At the
// end of the text it returns len(data).
func (c *chunker) cut(data []byte) int {
	if c.eof {
		return len(data)
	}
	if i := bytes.LastIndexByte(data, '\n'); i >= 0 {
		return i + 1
	}
	if i := commentStart(data); i > 0 {
		return i
	} else if i == 0 {
		c.comment = newLongComment(data, c.keys)
		return 0
	}
	if c.keepLines && bytes.IndexFunc(data, isForeign) < 0 {
		return 0
	}
	end := lastBlank(data) + 1
	c.torn = end == 0
	return cmp.Or(end, len(data))
}

// commentStart returns the index of the first c at the start of the line or after a blank, or
// -1.
func commentStart(line []byte) int {
	for i, c := range line {
		if c == 'c' && (i == 0 || isBlank(line[i-1])) {
			return i
		}
	}
	return -1
}

// lastBlank returns the index of the last blank, or -1.
func lastBlank(line []byte) int { return bytes.LastIndexAny(line, " \t\r") }

// isForeign reports whether r occurs in no clause or cube of the canonical form.
func isForeign(r rune) bool {
	return (r < '0' || r > '9') && r != ' ' && r != '-' && r != 'a'
}

// take returns the chunk buf[:end] and keeps buf[end:n] for the next chunk. It overwrites the
// slack after buf[:end] with newlines. If skipped is not nil, it is a long comment that was left
// out before the chunk.
func (c *chunker) take(buf []byte, end, n int, skipped *longComment) chunk {
	c.carry = append(c.carry[:0], buf[end:n]...)
	for i := range slack {
		buf[end+i] = '\n'
	}
	k := chunk{data: buf[:end], index: c.index, midLine: c.midLine || skipped != nil, torn: c.torn, skipped: skipped}
	c.index++
	c.midLine = end > 0 && buf[end-1] != '\n'
	return k
}

// A longComment is a comment longer than the buffer. Its text is not part of any chunk. If it
// lists variables, they are collected while the text is read.
type longComment struct {
	comments   comments
	list       *variables // the list of variables in comments that the text fills; nil if it is no list
	keywordLen int        // length of the keyword, such as "c p show", until it has been read; then 0
	bytes      int        // number of bytes read
	fault      *fault     // the first fault, or nil; its offset counts from the start of the comment
}

// newLongComment returns the comment that begins with data. A weight, or a comment with one of
// the keys, gives a fault, because it must be on a shorter line.
func newLongComment(data []byte, keys []string) *longComment {
	c := &longComment{}
	if rest, list := c.comments.listOf(data[1:]); list != nil {
		list.given = true
		c.list, c.keywordLen = list, len(data)-len(rest)
	} else if rest, ok := after(data[1:], weightWords); ok {
		if text := bytes.TrimLeft(rest, " \t\r-"); len(text) == 0 || isDigit(text[0]) {
			c.fault = &fault{0, "a weight in a shorter line", "a longer line", ""}
		}
	} else if _, _, wanted := keyOf(data[1:], keys); wanted {
		c.fault = &fault{0, "a comment with a key in a shorter line", "a longer line", ""}
	}
	return c
}

// read reads data, the next bytes of the text, up to the end of the comment, and returns the
// number of bytes taken. A variable at the end of data that may go on is not taken. The result
// ended reports whether data holds the end of the comment, which is a newline or, with eof, the
// end of data. The newline is not taken.
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

// readList reads variables up to the last blank in data, or up to the end of data if the
// comment ends there. It returns the number of bytes taken. If data is a word longer than the
// buffer, that is a fault.
func (c *longComment) readList(data []byte, ended bool) (taken int) {
	end := len(data)
	if !ended {
		if end = lastBlank(data) + 1; end == 0 {
			c.fault = &fault{c.bytes, wantVariable, quote(data), asComment}
			return len(data)
		}
	}
	if f := c.list.read(data[:end], c.keywordLen, position{}, ended); f != nil {
		f.offset += c.bytes
		c.fault = f
	}
	c.keywordLen = 0
	return end
}

// mergeLong moves base to the end of a long comment and merges the content of the comment into
// c. It does nothing if long is nil.
func (c *comments) mergeLong(long *longComment, base *position, name string) error {
	if long == nil {
		return nil
	}
	at := *base
	base.column += long.bytes
	if f := c.doubt(at, 0, long.fault); f != nil {
		return position{at.line, at.column + f.offset}.error(name, f)
	} else if long.fault != nil {
		return nil
	}
	return c.merge(&long.comments, at, name)
}
