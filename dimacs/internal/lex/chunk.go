package lex

import (
	"bytes"
	"cmp"
	"io"
)

const (
	ChunkSize = 256 << 10 // size of a chunk in bytes, unless a line must stay whole; fits the second-level cache
	Slack     = 16        // bytes after a chunk that a parser may read
	// LongestComment is the largest length of a comment, in units of Chunker.Size: 256 MB for ChunkSize.
	// The longest comments list the variables of a projection.
	LongestComment = 1 << 10
)

// CommentBytesMax is the largest number of bytes that the comments of a text, and the different values of
// its weights, may take in memory. Readers report more as an error. The placed squares of a board of a
// million squares take less, and so do a million values of nine digits.
const CommentBytesMax = 16 << 20

// A Chunk is a piece of a text. It ends between two tokens: at the end of a line or of the text, or at a
// blank if the line is longer than the buffer. It ends within a token only if it is Endless, or if the
// token is longer than the buffer or, in answers, than half of the piece of the line.
type Chunk struct {
	Data    []byte // not empty; Slack newlines follow it in memory
	Index   int    // 0, 1, .. in the order of the text
	MidLine bool   // the chunk does not begin at the start of a line
	Torn    bool   // this chunk or an earlier one ended within a token; never in answers
	Endless bool   // Data is the beginning of a comment that is too long
}

// A Chunker divides a text into chunks. Chunks hold whole lines: comments up to LongestComment, clauses
// of any length if KeepLines is set, and lines of answers below LineMax. So the memory of a Chunker
// depends only on the length of such lines. A Chunker with a positive LineMax reads answers.
type Chunker struct {
	R         io.Reader
	Err       error  // the error of R, such as io.EOF, or nil so far
	carry     []byte // bytes that were read and belong to the next chunk
	Size      int    // positive: the size of the next chunk in bytes, unless a line must stay whole; in answers it doubles up to ChunkSize
	KeepLines bool   // do not divide lines of canonical clauses or cubes, however long they are
	Spaces    bool   // replace vertical tabs and form feeds by blanks
	LineMax   int    // in answers: lines below this length in bytes stay whole, and Next returns whole lines without waiting for more; else 0
	index     int    // of the next chunk
	midLine   bool   // the next chunk does not begin at the start of a line
	torn      bool
	endless   bool
}

// Next returns the next chunk and the buffer that holds it: buf, or a larger one if buf is too small. A
// nil buf is valid. After the last chunk, Next returns Err and no chunk. If Err is not io.EOF, an
// unfinished last line is lost. The chunk is valid until its buffer is used again.
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

// fill reads into buf[n:] until only the slack is left, the source returns an error, which becomes Err,
// or, in answers, a newline was read. It returns the number of bytes in buf. If Spaces is set, it replaces
// the bytes that Spaces names. If it fills buf in answers, it doubles Size, up to ChunkSize.
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

// readSome reads from r into b, which is not empty, until it has at least one byte, an error, or both. The
// error is io.ErrNoProgress if 100 calls of Read return neither a byte nor an error.
func readSome(r io.Reader, b []byte) (n int, err error) {
	for range 100 {
		if n, err = r.Read(b); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// cut returns the end of the next chunk in data. At the end of the text it returns len(data), and
// otherwise the index after the last newline. Without a newline, it returns 0 after another error of c.R,
// and the result of cutLine in answers.
//
// Otherwise data is a part of one line. A comment that begins within data begins the next chunk. If data
// begins with a comment, cut returns 0, to read more, or, from LongestComment*Size bytes on, len(data),
// and sets c.endless. With KeepLines, it returns 0 if data has only bytes of canonical clauses and cubes.
// Any other line is divided after its last blank, and c.torn becomes false. Without a blank, it is divided
// at len(data), and c.torn becomes true.
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

// cutLine returns the length of the first piece of line, a part of a line of an answer, or 0 if it is
// shorter than LineMax. The last word belongs to the next piece, unless it takes half of line. The next
// piece is never empty.
func (c *Chunker) cutLine(line []byte) int {
	if len(line) < c.LineMax {
		return 0
	}
	if n := lastBlank(TrimRight(line)) + 1; n > len(line)/2 {
		return n
	}
	return len(line) - 1
}

// commentStart returns the index of the first c at the start of the line or after a blank, 0 if the line
// begins with an asterisk, as a comment of OPB does, or -1.
func commentStart(line []byte) int {
	for i, c := range line {
		if c == 'c' && (i == 0 || IsBlank(line[i-1])) || c == '*' && i == 0 {
			return i
		}
	}
	return -1
}

// lastBlank returns the index of the last blank, tab or carriage return, or -1.
func lastBlank(line []byte) int { return bytes.LastIndexAny(line, " \t\r") }

// isForeign reports whether r occurs in no clause or cube of the canonical form.
func isForeign(r rune) bool { return (r < '0' || r > '9') && r != ' ' && r != '-' && r != 'a' }

// take returns the chunk buf[:end], which must not be empty, and copies buf[end:n] to carry for the next
// chunk. It overwrites the Slack bytes after buf[:end] with newlines.
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
