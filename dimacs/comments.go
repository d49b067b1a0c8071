package dimacs

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
)

// A Comment is a comment line of the form `c key: value`. The programs of this project describe
// an instance in such comments.
type Comment struct {
	Key    string // without the colon
	Value  string // without surrounding blanks
	Line   int    // 1-based line in the text, 0 if it was not read from one
	Column int    // 1-based column of Value, in bytes, or 0
}

// commentBytesMax is the largest number of bytes that the comments of a text, and the different
// values of its weights, may take in memory; more is an error. The placed squares of a board of a
// million squares take less, and so do a million values of nine digits.
const commentBytesMax = 16 << 20

// endlessComment returns the fault for a comment that is longer than longestComment.
func endlessComment() *fault { return &fault{0, "a comment of less than 256 MB", "a longer one", ""} }

// comments collects the content of comments: the comments with a wanted key, the projection,
// the weights, and the kind of counting.
type comments struct {
	o            *Options
	kept         []Comment // here and below, positions count from the start of the chunk
	keptBytes    int       // size of the comments that merge has added, and of the values of weights
	show, ind    variables
	countType    string
	weights      []Weight
	allWeights   [][]Weight          // the weights that merge has added, by chunk
	weightValues map[string]*big.Rat // indexed by text: the values of weights
	doubts       []doubt             // positions from the start of the chunk
	lines        []CommentLine
	names        []Name
	before       int // number of clauses before the chunk
	clauses      int // number of clauses before the comment that add reads next, from the start of the chunk

	lastAt     position // of the comment that add read last
	lastOffset int      // its offset
}

// A doubt is a comment that begins with a keyword, but does not follow the grammar of the
// keyword, so that its content is ignored.
type doubt struct {
	at    position
	fault *fault
}

// maxDoubts is the largest number of doubts that are kept; further ones are dropped.
const maxDoubts = 8

// asComment is the hint of a fault that is not an error: the line counts as an ordinary comment, and
// the fault becomes a doubt, which is only a warning.
const asComment = "the line is taken for a comment"

// doubt turns a fault with the hint asComment into a doubt and returns nil. It returns any
// other fault, or nil, unchanged. The comment is at position at, and at offset start.
func (c *comments) doubt(at position, start int, f *fault) *fault {
	if f == nil || f.hint != asComment {
		return f
	}
	if len(c.doubts) < maxDoubts {
		c.doubts = append(c.doubts, doubt{position{at.line, at.column + f.offset - start}, f})
	}
	return nil
}

// add reads the comment data[start:end], which begins with c. Calls must go through the
// comments of a chunk in order. A second `c p show` and a number out of range are faults.
func (c *comments) add(data []byte, start, end int) *fault {
	c.lastAt = c.lastAt.after(span(data[c.lastOffset:start]))
	c.lastOffset = start
	line := data[start+1 : end]
	if c.o.Lines {
		c.lines = append(c.lines, CommentLine{string(bytes.TrimRight(line, "\r")), c.clauses, c.lastAt.line + 1})
	}
	if rest, ok := after(line, "p", "show"); ok {
		return c.readList(&c.show, data[:end], start, end-len(rest))
	}
	if rest, ok := after(line, "ind"); ok {
		return c.readList(&c.ind, data[:end], start, end-len(rest))
	}
	if rest, ok := after(line, "t"); ok {
		c.readType(rest)
		return nil
	}
	if rest, ok := after(line, "p", "weight"); ok {
		return c.doubt(c.lastAt, start, c.readWeight(data[:end], end-len(rest)))
	}
	if f := elsewhere(data[:end], start+1); f != nil {
		return c.doubt(c.lastAt, start, f)
	}
	if c.o.Names {
		c.readName(line)
	}
	c.readKey(line)
	return nil
}

// elsewhere returns a fault with the hint asComment if the comment data[i:] changes a count in the format of
// another program: weights of miniC2D, or a factor of a simplifier such as arjun.
func elsewhere(data []byte, i int) *fault {
	words := &words{data: data, i: i, end: len(data)}
	if _, is := after(data[i:], "weights"); is {
		words.next()
		if weightForm().Match(words.next()) {
			return &fault{words.start, "lines `c p weight LITERAL WEIGHT 0`", "weights as in miniC2D", asComment}
		}
	}
	if rest, is := after(data[i:], "MUST", "MULTIPLY", "BY"); is {
		words.i = len(data) - len(rest)
		if factor := words.next(); string(factor) != "1" {
			return &fault{words.start, "a count without a factor", found(factor), asComment}
		}
	}
	return nil
}

// readType sets the kind of counting if rest is "mc", "pmc", "wmc" or "pwmc". Any other text is
// an ordinary comment.
func (c *comments) readType(rest []byte) {
	switch t := string(bytes.TrimSpace(rest)); t {
	case "mc", "pmc", "wmc", "pwmc":
		c.countType = t
	}
}

// readKey keeps a comment of the form " key: value" if the key is wanted.
func (c *comments) readKey(line []byte) {
	if key, value, ok := keyOf(line, c.o.Keys); ok {
		column := c.lastAt.column + len("c") + len(line) - len(bytes.TrimLeft(value, " \t"))
		c.kept = append(c.kept, Comment{key, string(bytes.TrimSpace(value)), c.lastAt.line + 1, column + 1})
	}
}

// keyOf splits a comment " key: value", without its c, at the first colon. It reports whether
// the key is wanted: whether keys contains it or, if keys is nil, whether it is a single word.
func keyOf(line []byte, keys []string) (key string, value []byte, wanted bool) {
	word, value, ok := bytes.Cut(line, []byte(":"))
	if !ok || len(word) < 2 || word[0] != ' ' {
		return "", nil, false
	}
	if keys == nil {
		return string(word[1:]), value, bytes.IndexFunc(word[1:], func(r rune) bool { return r <= ' ' || r == 0x7f }) < 0
	}
	return string(word[1:]), value, slices.Contains(keys, string(word[1:]))
}

// merge adds the comments of a later chunk, which begins at base and after later.before clauses.
// A second `c p show` and more than commentBytesMax bytes are errors.
func (c *comments) merge(later *comments, base position, name string) error {
	for _, comment := range later.kept {
		at := base.after(position{comment.Line - 1, comment.Column - 1})
		comment.Line, comment.Column = at.line+1, at.column+1
		c.kept = append(c.kept, comment)
		if err := c.keep(len(comment.Value)+64, comment.Line, name); err != nil {
			return err
		}
	}
	for _, l := range later.lines {
		l.Line += base.line
		if l.Before >= 0 {
			l.Before += later.before
		}
		c.lines = append(c.lines, l)
		if err := c.keep(len(l.Text)+64, l.Line, name); err != nil {
			return err
		}
	}
	c.names = append(c.names, later.names...)
	if c.show.given && later.show.given {
		return base.error(name, &fault{0, "one `c p show`", "a second one", ""})
	}
	c.show.merge(&later.show, base)
	c.ind.merge(&later.ind, base)
	for _, d := range later.doubts[:min(len(later.doubts), maxDoubts-len(c.doubts))] {
		c.doubts = append(c.doubts, doubt{base.after(d.at), d.fault})
	}
	if later.countType != "" {
		c.countType = later.countType
	}
	for i := range later.weights {
		later.weights[i].Line += base.line
	}
	c.allWeights = append(c.allWeights, later.weights)
	return c.keep(later.keptBytes, base.line+1, name)
}

// keep counts bytes of memory. Beyond commentBytesMax it returns an error at the given line.
func (c *comments) keep(bytes, line int, name string) error {
	if c.keptBytes += bytes; c.keptBytes > commentBytesMax {
		return position{line: line - 1}.error(name, &fault{0, fmt.Sprintf("at most %d MB of comments", commentBytesMax>>20), "more", ""})
	}
	return nil
}

// projection returns the variables of `c p show` or, if there is no such line, of `c ind`.
func (c *comments) projection() *variables {
	if c.show.given {
		return &c.show
	}
	return &c.ind
}

// warnings returns the doubts, and a warning if `c p show` and `c ind` list different
// variables.
func (c *comments) warnings(name string) (list []*SyntaxError) {
	for _, d := range c.doubts {
		list = append(list, d.at.error(name, d.fault))
	}
	sorted := func(v *variables) []int { return slices.Sorted(slices.Values(v.values())) }
	if c.show.given && c.ind.given && !slices.Equal(sorted(&c.show), sorted(&c.ind)) {
		list = append(list, c.ind.at.error(name, &fault{0, "the variables of `c p show`", "others in `c ind`", "`c p show` takes precedence"}))
	}
	return list
}
