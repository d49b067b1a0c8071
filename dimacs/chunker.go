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
	carry   []byte // read but in no chunk yet
	size    int    // of a chunk at most
	whole   bool   // keep lines of clauses whole, however long
	spaces  bool   // take vertical tabs and form feeds as blanks
	keys    []string
	index   int
	midLine bool
	torn    bool
	comment *longComment // in which the text goes on; nil if in none
	eof     bool
}

func newChunker(r io.Reader, o *Options) *chunker {
	return &chunker{r: r, size: cmp.Or(o.chunk, chunkSize), whole: o.Mode == Strict, spaces: o.Mode == Relaxed, keys: o.Keys}
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
			return c.take(buf, end, n, skipped), buf, nil
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
		c.comment = newLongComment(data, c.keys)
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

// take makes a chunk of buf[:end], keeps buf[end:n] for the next one, and
// overwrites the slack.
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

// A longComment is a comment that is longer than the buffer. Its text is left
// out of the chunks; what it tells is kept as it goes by.
type longComment struct {
	comments comments
	list     *variables // of comments, to be read; nil if the comment is no list
	words    int        // bytes of the words that begin the list, while they lie ahead
	bytes    int        // gone by
	fault    *fault     // its offset is that in the comment
}

// newLongComment returns the comment that begins with data.
func newLongComment(data []byte, keys []string) *longComment {
	c := &longComment{}
	if rest, list := c.comments.listOf(data[1:]); list != nil {
		list.given = true
		c.list, c.words = list, len(data)-len(rest)
	} else if rest, ok := after(data[1:], weightWords); ok {
		if text := bytes.TrimLeft(rest, " \t\r-"); len(text) == 0 || isDigit(text[0]) {
			c.fault = &fault{0, "a weight in a shorter line", "a long one", ""}
		}
	} else if _, _, wanted := keyOf(data[1:], keys); wanted {
		c.fault = &fault{0, "a comment with a key in a shorter line", "a long one", ""}
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
			c.fault = &fault{c.bytes, wantVariable, quote(data), asComment}
			return len(data)
		}
	}
	if f := c.list.read(data[:end], c.words, position{}, ended); f != nil {
		f.offset += c.bytes
		c.fault = f
	}
	c.words = 0
	return end
}

// pass moves base beyond a comment that was left out, if there is one, and
// takes in what it tells.
func (c *comments) pass(long *longComment, base *position, name string) error {
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
