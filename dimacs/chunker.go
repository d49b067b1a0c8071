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
	data    []byte       // followed by at least slack bytes that are not digits
	index   int          // 0, 1, .. in the order of the text
	midLine bool         // does not begin at the start of a line
	torn    bool         // nothing but the beginning of one token
	skipped *longComment // left out before data; nil if there is none
}

// A chunker cuts a text into chunks. Its memory does not depend on the length
// of the text.
type chunker struct {
	r       io.Reader
	carry   []byte // read but not handed out
	size    int    // of a chunk at most
	whole   bool   // keep lines of clauses whole, however long
	spaces  bool   // take vertical tabs and form feeds as blanks
	index   int
	midLine bool
	torn    bool
	comment *longComment // inside of which the text goes on; nil if in none
	eof     bool
}

func newChunker(r io.Reader, o *Options) *chunker {
	return &chunker{r: r, size: cmp.Or(o.chunk, chunkSize), whole: o.Mode == Strict, spaces: o.Mode == Relaxed}
}

// next returns the next chunk in buf, which it may replace by a larger one,
// and io.EOF after the last. The chunk is valid until buf is used again.
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
			return c.hand(buf, end, n, skipped), buf, nil
		}
		if c.comment == nil {
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
}

// fill reads until buf is full, less the slack, or the text ends.
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

// blank replaces vertical tabs and form feeds.
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

// cut returns where to end the chunk in data. It returns 0 if the line must
// be kept whole or if it is a comment to be skipped, which is then c.comment.
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
		c.comment = newLongComment(data)
		return 0
	}
	if c.whole && bytes.IndexFunc(data, isForeign) < 0 {
		return 0
	}
	end := lastBlank(data) + 1
	c.torn = end == 0
	return cmp.Or(end, len(data))
}

// commentStart returns the index of the comment in a line, -1 if there is none.
func commentStart(line []byte) int {
	for i, c := range line {
		if c == 'c' && (i == 0 || isBlank(line[i-1])) {
			return i
		}
	}
	return -1
}

// lastBlank returns the index of the last blank, -1 if there is none.
func lastBlank(line []byte) int { return bytes.LastIndexAny(line, " \t\r") }

// isForeign reports whether a character occurs in no clause.
func isForeign(r rune) bool {
	return (r < '0' || r > '9') && r != ' ' && r != '-' && r != 'a'
}

// hand makes a chunk of buf[:end], keeps buf[end:n] for the next one, and
// overwrites the slack.
func (c *chunker) hand(buf []byte, end, n int, skipped *longComment) chunk {
	c.carry = append(c.carry[:0], buf[end:n]...)
	for i := range slack {
		buf[end+i] = '\n'
	}
	k := chunk{data: buf[:end], index: c.index, midLine: c.midLine || skipped != nil, torn: c.torn, skipped: skipped}
	c.index++
	c.midLine = end > 0 && buf[end-1] != '\n'
	return k
}
