package dimacs

import (
	"bytes"
	"cmp"
	"io"
)

const (
	chunkSize = 256 << 10 // largest size of a chunk in bytes, mostly; fits the second-level cache
	slack     = 16        // bytes after a chunk that a parser may read
	// longestComment is the largest length of a comment in chunks: 256 MB. The longest comments list the
	// variables of a projection.
	longestComment = 1 << 10
)

// A chunk is a piece of a text that ends between two tokens: at the end of a line, or at a
// blank if the line is longer than the buffer. It ends within a token only if the token is
// longer than the buffer.
type chunk struct {
	data    []byte // followed by at least slack bytes that are not digits
	index   int    // 0, 1, .. in the order of the text
	midLine bool   // the chunk does not begin at the start of a line
	torn    bool   // this chunk or an earlier one ends within a token
	endless bool   // data is the beginning of a comment that is too long
}

// A chunker divides a text into chunks. Its memory depends only on the length of lines: of comments and, in
// the strict mode, of clauses, which a chunk holds whole; in answers, of lines up to lineMax.
type chunker struct {
	r         io.Reader
	err       error  // of r, or io.EOF
	carry     []byte // bytes that were read and belong to the next chunk
	size      int    // largest size of the next chunk, unless a line must stay whole
	keepLines bool   // do not divide lines of clauses, however long they are
	spaces    bool   // replace vertical tabs and form feeds by blanks
	lineMax   int    // in answers, the length up to which a line stays whole; a whole line is a chunk at once
	index     int    // of the next chunk
	midLine   bool   // the next chunk does not begin at the start of a line
	torn      bool
	endless   bool
}

func newChunker(r io.Reader, o *Options) *chunker {
	return &chunker{r: r, size: cmp.Or(o.chunk, chunkSize), keepLines: o.Mode == Strict, spaces: o.Mode == Relaxed}
}

// next returns the next chunk and the buffer that holds it: buf, or a larger one if buf is too
// small. After the last chunk the error is that of the source, such as io.EOF. The chunk is valid until its
// buffer is used again.
func (c *chunker) next(buf []byte) (chunk, []byte, error) {
	// The carry is longer than usual if the buffer that it comes from has grown.
	if size := max(c.size, len(c.carry)); len(buf) < size+slack {
		buf = make([]byte, size+slack)
	}
	n := copy(buf, c.carry)
	for {
		n = c.fill(buf, n)
		if end := c.cut(buf[:n]); end > 0 {
			return c.take(buf, end, n), buf, nil
		}
		if c.err != nil {
			return chunk{}, buf, c.err
		}
		buf = append(buf, make([]byte, len(buf)-slack)...)
	}
}

// fill reads into buf[n:] until only the slack is left or the source ends or, in answers, until a line
// ends. It returns the number of bytes in buf.
func (c *chunker) fill(buf []byte, n int) int {
	for begin := n; n < len(buf)-slack && c.err == nil; {
		if c.lineMax > 0 && bytes.IndexByte(buf[begin:n], '\n') >= 0 {
			return n
		}
		begin = n
		var k int
		k, c.err = readSome(c.r, buf[n:len(buf)-slack])
		if c.spaces {
			blank(buf[n : n+k])
		}
		n += k
	}
	if c.lineMax > 0 && c.err == nil { // a long text: read more at once
		c.size = max(c.size, min(2*c.size, chunkSize))
	}
	return n
}

// blank replaces vertical tabs and form feeds by blanks.
func blank(data []byte) {
	if bytes.IndexByte(data, '\v') < 0 && bytes.IndexByte(data, '\f') < 0 {
		return
	}
	for i, b := range data {
		if b == '\v' || b == '\f' {
			data[i] = ' '
		}
	}
}

// readSome reads at least one byte into b. It returns io.ErrNoProgress if the source returns none.
func readSome(r io.Reader, b []byte) (n int, err error) {
	for range 100 {
		if n, err = r.Read(b); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// cut returns the end of the next chunk in data. It returns 0 if more data is needed first, for a
// line that must stay whole or for a comment. At the end of the text it returns len(data).
func (c *chunker) cut(data []byte) int {
	if c.err == io.EOF {
		return len(data)
	}
	if i := bytes.LastIndexByte(data, '\n'); i >= 0 || c.err != nil {
		return i + 1
	}
	if c.lineMax > 0 {
		return c.cutLine(data)
	}
	if i := commentStart(data); i > 0 {
		return i
	} else if i == 0 && len(data) < longestComment*c.size {
		return 0
	} else if i == 0 {
		c.endless = true
		return len(data)
	}
	if c.keepLines && bytes.IndexFunc(data, isForeign) < 0 {
		return 0
	}
	end := lastBlank(data) + 1
	c.torn = end == 0
	return cmp.Or(end, len(data))
}

// cutLine returns the length of the first piece of a line of an answer, or 0 if the line may stay whole. The
// last word belongs to the next piece, which is never empty.
func (c *chunker) cutLine(line []byte) int {
	if len(line) < c.lineMax {
		return 0
	}
	if n := lastBlank(trimRight(line)) + 1; n > len(line)/2 {
		return n
	}
	return len(line) - 1
}

// commentStart returns the index of the first c at the start of the line or after a blank, 0 for a
// comment of OPB, or -1.
func commentStart(line []byte) int {
	for i, c := range line {
		if c == 'c' && (i == 0 || isBlank(line[i-1])) || c == '*' && i == 0 {
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
// slack after buf[:end] with newlines.
func (c *chunker) take(buf []byte, end, n int) chunk {
	c.carry = append(c.carry[:0], buf[end:n]...)
	for i := range slack {
		buf[end+i] = '\n'
	}
	k := chunk{data: buf[:end], index: c.index, midLine: c.midLine, torn: c.torn, endless: c.endless}
	c.index++
	c.midLine = buf[end-1] != '\n'
	return k
}
