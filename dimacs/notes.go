package dimacs

import (
	"bytes"
	"fmt"
	"slices"
)

// notes collects what the comments of a text say: the comments whose keys
// were asked for, the projection, weights, and the kind of counting.
type notes struct {
	keys         []string
	comments     []Comment // lines counted from the start of the chunk, from zero
	commentBytes int       // of all that were merged
	show, ind    variables
	countType    string
	weight       *place // of the first `c p weight`, nil if there is none

	counted place // where the last comment was
	upTo    int   // and its offset
}

var (
	showWords   = [][]byte{[]byte("p"), []byte("show")}
	indWords    = [][]byte{[]byte("ind")}
	weightWords = [][]byte{[]byte("p"), []byte("weight")}
	typeWords   = [][]byte{[]byte("t")}
)

// listOf returns the variables that a comment without its c lists, and the text
// of the list; nil if it is no projection.
func (n *notes) listOf(line []byte) (rest []byte, list *variables) {
	if rest, ok := after(line, showWords); ok {
		return rest, &n.show
	}
	if rest, ok := after(line, indWords); ok {
		return rest, &n.ind
	}
	return nil, nil
}

// isWeight reports whether a comment without its c gives a literal a weight.
func isWeight(line []byte) bool {
	_, ok := after(line, weightWords)
	return ok
}

// add reads the comment in data[start:end], which begins with c.
func (n *notes) add(data []byte, start, end int) *fault {
	n.counted = n.counted.after(span(data[n.upTo:start]))
	n.upTo = start
	line := data[start+1 : end]
	if rest, list := n.listOf(line); list != nil {
		if list == &n.show && list.given {
			return &fault{start, "one `c p show`", "a second one", ""}
		}
		list.given, list.ended = true, false
		return list.read(data[:end], end-len(rest), n.counted, true)
	}
	if rest, ok := after(line, typeWords); ok {
		n.readType(rest)
		return nil
	}
	if n.weight == nil && isWeight(line) {
		at := n.counted
		n.weight = &at
	}
	n.readKey(line)
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
func (n *notes) readType(rest []byte) {
	switch t := string(bytes.TrimSpace(rest)); t {
	case "mc", "pmc", "wmc", "pwmc":
		n.countType = t
	}
}

// readKey keeps a comment of the form "key: value" if its key is wanted.
func (n *notes) readKey(line []byte) {
	key, value, ok := bytes.Cut(line, []byte(":"))
	if !ok || len(key) < 2 || key[0] != ' ' || !slices.Contains(n.keys, string(key[1:])) {
		return
	}
	n.comments = append(n.comments, Comment{string(key[1:]), string(bytes.TrimSpace(value)), n.counted.line})
}

// merge adds the notes of a later chunk, which begins at base.
func (n *notes) merge(later *notes, base place, name string) error {
	for _, c := range later.comments {
		c.Line += base.line
		if n.commentBytes += len(c.Value) + 64; n.commentBytes > commentBytesMax {
			return place{line: c.Line}.error(name, &fault{0, fmt.Sprintf("at most %d MB of comments", commentBytesMax>>20), "more", ""})
		}
		n.comments = append(n.comments, c)
	}
	if n.show.given && later.show.given {
		return base.error(name, &fault{0, "one `c p show`", "a second one", ""})
	}
	n.show.merge(&later.show, base)
	n.ind.merge(&later.ind, base)
	if later.countType != "" {
		n.countType = later.countType
	}
	if n.weight == nil && later.weight != nil {
		at := base.after(*later.weight)
		n.weight = &at
	}
	return nil
}

// projection returns the variables to project on: those of `c p show`, or
// else those of `c ind`.
func (n *notes) projection() *variables {
	if n.show.given {
		return &n.show
	}
	return &n.ind
}

// listed returns the comments with lines counted from one.
func (n *notes) listed() []Comment {
	list := slices.Clone(n.comments)
	for i := range list {
		list[i].Line++
	}
	return list
}
