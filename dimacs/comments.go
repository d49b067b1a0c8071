package dimacs

import (
	"bytes"
	"fmt"
	"slices"
)

// A Comment is a comment line of the form `c key: value`, the form in which
// the programs of this project tell each other about an instance.
type Comment struct {
	Key   string // without the colon
	Value string // without surrounding blanks
	Line  int    // 1-based line in the text, 0 if it was not read from one
}

// commentBytesMax bounds the memory for comments; the squares of a board with a
// million of them take less.
const commentBytesMax = 16 << 20

var tooLong = &fault{0, fmt.Sprintf("at most %d MB of comments", commentBytesMax>>20), "more", ""}

// comments are what a text tells in its comments: those whose keys were asked
// for, the projection, weights, and the kind of counting.
type comments struct {
	keys      []string
	kept      []Comment // lines counted from the start of the chunk, from zero
	keptBytes int       // of all that were merged
	show, ind variables
	countType string
	weights   []Weight // lines counted as those of kept
	doubts    []doubt  // positions counted as those of kept

	counted position // where the last comment was
	upTo    int      // and its offset
}

// A doubt is a place where a comment begins as a keyword, but does not follow its grammar.
type doubt struct {
	at    position
	fault *fault
}

// maxDoubts is the largest number of doubts that are kept.
const maxDoubts = 8

// asComment is the hint of a fault in a line that begins as a keyword: the line is a
// comment.
const asComment = "the line is taken for a comment"

// doubt keeps a fault of the comment at a position, which begins at start, if the line is a
// comment for it. It returns other faults.
func (c *comments) doubt(at position, start int, f *fault) *fault {
	if f == nil || f.hint != asComment {
		return f
	}
	if len(c.doubts) < maxDoubts {
		c.doubts = append(c.doubts, doubt{position{at.line, at.column + f.offset - start}, f})
	}
	return nil
}

var (
	showWords   = [][]byte{[]byte("p"), []byte("show")}
	indWords    = [][]byte{[]byte("ind")}
	weightWords = [][]byte{[]byte("p"), []byte("weight")}
	typeWords   = [][]byte{[]byte("t")}
)

// listOf returns the variables that a comment without its c lists, and the text
// of the list; nil if it is no projection.
func (c *comments) listOf(line []byte) (rest []byte, list *variables) {
	if rest, ok := after(line, showWords); ok {
		return rest, &c.show
	}
	if rest, ok := after(line, indWords); ok {
		return rest, &c.ind
	}
	return nil, nil
}

// add reads the comment in data[start:end], which begins with c.
func (c *comments) add(data []byte, start, end int) *fault {
	c.counted = c.counted.after(span(data[c.upTo:start]))
	c.upTo = start
	line := data[start+1 : end]
	if rest, list := c.listOf(line); list != nil {
		line := variables{given: true, at: c.counted}
		if f := line.read(data[:end], end-len(rest), c.counted, true); f != nil {
			return c.doubt(c.counted, start, f)
		}
		if list == &c.show && list.given {
			return &fault{start, "one `c p show`", "a second one", ""}
		}
		list.merge(&line, position{})
		return nil
	}
	if rest, ok := after(line, typeWords); ok {
		c.readType(rest)
		return nil
	}
	if rest, ok := after(line, weightWords); ok {
		return c.doubt(c.counted, start, c.readWeight(data[:end], end-len(rest)))
	}
	c.readKey(line)
	return nil
}

// after returns what follows the words at the start of a line, each preceded
// by a blank and the last followed by one or by the end.
func after(line []byte, words [][]byte) ([]byte, bool) {
	for _, w := range words {
		trimmed := bytes.TrimLeft(line, " \t")
		if len(trimmed) == len(line) || !bytes.HasPrefix(trimmed, w) {
			return nil, false
		}
		line = trimmed[len(w):]
		if len(line) > 0 && !isSpace(line[0]) {
			return nil, false
		}
	}
	return line, true
}

// trailing checks that nothing but blanks is left in data[i:end].
func trailing(data []byte, i, end int) *fault {
	for ; i < end; i++ {
		if !isBlank(data[i]) {
			return &fault{i, "end of line", quote(data[i:end]), ""}
		}
	}
	return nil
}

// readType keeps a kind of counting that is known; other text is a comment
// like any other.
func (c *comments) readType(rest []byte) {
	switch t := string(bytes.TrimSpace(rest)); t {
	case "mc", "pmc", "wmc", "pwmc":
		c.countType = t
	}
}

// readKey keeps a comment of the form "key: value" if its key is wanted.
func (c *comments) readKey(line []byte) {
	if key, value, ok := keyOf(line, c.keys); ok {
		c.kept = append(c.kept, Comment{key, string(bytes.TrimSpace(value)), c.counted.line})
	}
}

// keyOf cuts a comment without its c into key and value. It reports whether the key is one
// of keys, or a single word if keys is nil.
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

// merge adds those of a later chunk, which begins at base.
func (c *comments) merge(later *comments, base position, name string) error {
	for _, comment := range later.kept {
		comment.Line += base.line
		if c.keptBytes += len(comment.Value) + 64; c.keptBytes > commentBytesMax {
			return position{line: comment.Line}.error(name, tooLong)
		}
		c.kept = append(c.kept, comment)
	}
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
	for _, w := range later.weights {
		w.Line += base.line
		if c.keptBytes += weightBytes; c.keptBytes > commentBytesMax {
			return position{line: w.Line}.error(name, tooLong)
		}
		c.weights = append(c.weights, w)
	}
	return nil
}

// projection returns the variables to project on: those of `c p show`, or
// else those of `c ind`.
func (c *comments) projection() *variables {
	if c.show.given {
		return &c.show
	}
	return &c.ind
}

// warnings returns the doubts about comments, and whether the projections of both kinds
// disagree.
func (c *comments) warnings(name string) (list []*SyntaxError) {
	for _, d := range c.doubts {
		list = append(list, d.at.error(name, d.fault))
	}
	sorted := func(v *variables) []int { return slices.Sorted(slices.Values(v.values())) }
	if c.show.given && c.ind.given && !slices.Equal(sorted(&c.show), sorted(&c.ind)) {
		list = append(list, c.ind.at.error(name, &fault{0, "the variables of `c p show`", "others in `c ind`", "`c p show` counts"}))
	}
	return list
}

// numbered returns the comments that were kept with lines counted from one.
func (c *comments) numbered() []Comment {
	list := slices.Clone(c.kept)
	for i := range list {
		list[i].Line++
	}
	return list
}
