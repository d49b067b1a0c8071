package dimacs

import (
	"bytes"
	"cmp"
	"io"
)

const (
	chunkSize = 256 << 10 // bytes read at once; fits the second-level cache
	slack     = 16        // bytes that may be read past the end of a chunk
)

// A chunk is a stretch of a text that ends between two tokens: at a line end,
// or, where a line is longer than the buffer, at a blank.
type chunk struct {
	data    []byte // followed by at least slack bytes that are not digits
	index   int    // 0, 1, .. in the order of the text
	midLine bool   // does not begin at the start of a line
	skipped int    // bytes of a long comment left out before data
}

// A chunker cuts a text into chunks. Its memory does not depend on the length
// of the text, except that a line with a projection is kept whole.
type chunker struct {
	r       io.Reader
	carry   []byte // read but not handed out
	size    int    // of a chunk at most, chunkSize if 0
	whole   bool   // keep lines of clauses whole, however long
	index   int
	midLine bool
	comment bool // inside a comment that is longer than the buffer
	eof     bool
}

// next returns the next chunk in buf, which it may replace by a larger one,
// and io.EOF after the last. The chunk is valid until buf is used again.
func (c *chunker) next(buf []byte) (chunk, []byte, error) {
	// The carry is longer than usual if the buffer that it comes from has grown.
	if size := max(cmp.Or(c.size, chunkSize), len(c.carry)); len(buf) < size+slack {
		buf = make([]byte, size+slack)
	}
	skipped := 0
	n := copy(buf, c.carry)
	for {
		var err error
		if n, err = c.fill(buf, n); err != nil {
			return chunk{}, buf, err
		}
		if c.comment {
			k := skipComment(buf[:n])
			skipped += k
			n = copy(buf, buf[k:n])
			c.comment = n == 0
			if !c.eof {
				continue
			}
		}
		if n == 0 && skipped == 0 {
			return chunk{}, buf, io.EOF
		}
		end := c.cut(buf[:n])
		if end > 0 || c.eof {
			return c.hand(buf, end, n, skipped), buf, nil
		}
		if !c.comment { // a projection: keep the line whole
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
}

// fill reads until buf is full, less the slack, or the text ends.
func (c *chunker) fill(buf []byte, n int) (int, error) {
	for empty := 0; n < len(buf)-slack && !c.eof; {
		k, err := c.r.Read(buf[n : len(buf)-slack])
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

// cut returns where to end the chunk in data. It returns 0 if the line must
// be kept whole or if it is a comment to be skipped, and says so in c.comment.
func (c *chunker) cut(data []byte) int {
	if c.eof {
		return len(data)
	}
	if i := bytes.LastIndexByte(data, '\n'); i >= 0 {
		return i + 1
	}
	if line := bytes.TrimLeft(data, " \t\r"); !c.midLine && len(line) > 0 && line[0] == 'c' {
		c.comment = !isProjection(line)
		return 0
	}
	if c.whole && bytes.IndexFunc(data, isForeign) < 0 {
		return 0
	}
	if i := bytes.LastIndexAny(data, " \t"); i >= 0 {
		return i + 1
	}
	return len(data) // one token of this length cannot be right
}

// isForeign reports whether a character occurs in no clause.
func isForeign(r rune) bool {
	return (r < '0' || r > '9') && r != ' ' && r != '-' && r != 'a'
}

// skipComment returns how much of data belongs to a comment line, without the
// newline that ends it.
func skipComment(data []byte) int {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i
	}
	return len(data)
}

// hand makes a chunk of buf[:end], keeps buf[end:n] for the next one, and
// overwrites the slack.
func (c *chunker) hand(buf []byte, end, n, skipped int) chunk {
	c.carry = append(c.carry[:0], buf[end:n]...)
	for i := range slack {
		buf[end+i] = '\n'
	}
	k := chunk{data: buf[:end], index: c.index, midLine: c.midLine || skipped > 0, skipped: skipped}
	c.index++
	c.midLine = end > 0 && buf[end-1] != '\n'
	return k
}
