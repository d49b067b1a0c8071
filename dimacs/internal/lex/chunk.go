package lex

import (
	"bytes"
	"cmp"
	"io"
)

const (
	ChunkSize = 256 << 10 // largest size of a chunk in bytes, mostly; fits the second-level cache
	Slack     = 16        // bytes after a chunk that a parser may read
	// LongestComment is the largest length of a comment in chunks: 256 MB. The longest comments list the
	// variables of a projection.
	LongestComment = 1 << 10
)

// CommentBytesMax is the largest number of bytes that the comments of a text, and the different
// values of its weights, may take in memory; more is an error. The placed squares of a board of a
// million squares take less, and so do a million values of nine digits.
const CommentBytesMax = 16 << 20

// A Chunk is a piece of a text that ends between two tokens: at the end of a line, or at a
// blank if the line is longer than the buffer. It ends within a token only if the token is
// longer than the buffer.
type Chunk struct {
	Data    []byte // followed by at least slack bytes that are not digits
	Index   int    // 0, 1, .. in the order of the text
	MidLine bool   // the chunk does not begin at the start of a line
	Torn    bool   // this chunk or an earlier one ends within a token
	Endless bool   // data is the beginning of a comment that is too long
}

// A Chunker divides a text into chunks. Its memory depends only on the length of lines: of comments and, in
// the strict mode, of clauses, which a chunk holds whole; in answers, of lines up to LineMax.
type Chunker struct {
	R         io.Reader
	Err       error  // of r, or io.EOF
	carry     []byte // bytes that were read and belong to the next chunk
	Size      int    // largest size of the next chunk, unless a line must stay whole
	KeepLines bool   // do not divide lines of clauses, however long they are
	Spaces    bool   // replace vertical tabs and form feeds by blanks
	LineMax   int    // in answers, the length up to which a line stays whole; a whole line is a chunk at once
	index     int    // of the next chunk
	midLine   bool   // the next chunk does not begin at the start of a line
	torn      bool
	endless   bool
}

// Next returns the next chunk and the buffer that holds it: buf, or a larger one if buf is too
// small. After the last chunk the error is that of the source, such as io.EOF. The chunk is valid until its
// buffer is used again.
func (c *Chunker) Next(buf []byte) (Chunk, []byte, error) {
	// The carry is longer than usual if the buffer that it comes from has grown.
	if size := max(c.Size, len(c.carry)); len(buf) < size+Slack {
		buf = make([]byte, size+Slack)
	}
	n := copy(buf, c.carry)
	for {
		n = c.fill(buf, n)
		if end := c.cut(buf[:n]); end > 0 {
			return c.take(buf, end, n), buf, nil
		}
		if c.Err != nil {
			return Chunk{}, buf, c.Err
		}
		buf = append(buf, make([]byte, len(buf)-Slack)...)
	}
}

// fill reads into buf[n:] until only the slack is left or the source ends or, in answers, until a line
// ends. It returns the number of bytes in buf.
func (c *Chunker) fill(buf []byte, n int) int {
	for begin := n; n < len(buf)-Slack && c.Err == nil; {
		if c.LineMax > 0 && bytes.IndexByte(buf[begin:n], '\n') >= 0 {
			return n
		}
		begin = n
		var k int
		k, c.Err = readSome(c.R, buf[n:len(buf)-Slack])
		if c.Spaces {
			blank(buf[n : n+k])
		}
		n += k
	}
	if c.LineMax > 0 && c.Err == nil { // a long text: read more at once
		c.Size = max(c.Size, min(2*c.Size, ChunkSize))
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
func (c *Chunker) cut(data []byte) int {
	if c.Err == io.EOF {
		return len(data)
	}
	if i := bytes.LastIndexByte(data, '\n'); i >= 0 || c.Err != nil {
		return i + 1
	}
	if c.LineMax > 0 {
		return c.cutLine(data)
	}
	if i := commentStart(data); i > 0 {
		return i
	} else if i == 0 && len(data) < LongestComment*c.Size {
		return 0
	} else if i == 0 {
		c.endless = true
		return len(data)
	}
	if c.KeepLines && bytes.IndexFunc(data, isForeign) < 0 {
		return 0
	}
	end := lastBlank(data) + 1
	c.torn = end == 0
	return cmp.Or(end, len(data))
}

// cutLine returns the length of the first piece of a line of an answer, or 0 if the line may stay whole. The
// last word belongs to the next piece, which is never empty.
func (c *Chunker) cutLine(line []byte) int {
	if len(line) < c.LineMax {
		return 0
	}
	if n := lastBlank(TrimRight(line)) + 1; n > len(line)/2 {
		return n
	}
	return len(line) - 1
}

// commentStart returns the index of the first c at the start of the line or after a blank, 0 for a
// comment of OPB, or -1.
func commentStart(line []byte) int {
	for i, c := range line {
		if c == 'c' && (i == 0 || IsBlank(line[i-1])) || c == '*' && i == 0 {
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
func (c *Chunker) take(buf []byte, end, n int) Chunk {
	c.carry = append(c.carry[:0], buf[end:n]...)
	for i := range Slack {
		buf[end+i] = '\n'
	}
	k := Chunk{Data: buf[:end], Index: c.index, MidLine: c.midLine, Torn: c.torn, Endless: c.endless}
	c.index++
	c.midLine = buf[end-1] != '\n'
	return k
}
