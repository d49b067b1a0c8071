package dimacs

import (
	"bytes"
	"slices"
)

// notes collects what the comments of a text say: the comments whose keys
// were asked for, the projection, and the kind of counting.
type notes struct {
	keys      []string
	comments  []Comment // lines counted from the start of the chunk, from zero
	show, ind variables
	countType string

	counted place // where the last comment was
	upTo    int   // and its offset
}

// variables is a list that a comment gave.
type variables struct {
	given   bool
	at      place // of the comment that has the largest
	largest int
	list    []int
}

var (
	showWords = [][]byte{[]byte("p"), []byte("show")}
	indWords  = [][]byte{[]byte("ind")}
	typeWords = [][]byte{[]byte("t")}
)

// isProjection reports whether a comment line begins a projection.
func isProjection(line []byte) bool {
	_, show := after(line[1:], showWords)
	_, ind := after(line[1:], indWords)
	return show || ind
}

// add reads the comment in data[start:end], which begins with c.
func (n *notes) add(data []byte, start, end int) *fault {
	n.counted = n.counted.after(span(data[n.upTo:start]))
	n.upTo = start
	line := data[start+1 : end]
	if rest, ok := after(line, showWords); ok {
		if n.show.given {
			return &fault{start, "one `c p show`", "a second one", ""}
		}
		return n.show.read(data, end-len(rest), end, n.counted)
	}
	if rest, ok := after(line, indWords); ok {
		return n.ind.read(data, end-len(rest), end, n.counted)
	}
	if rest, ok := after(line, typeWords); ok {
		n.readType(rest)
		return nil
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

// read reads variables up to a 0 from data[i:end].
func (v *variables) read(data []byte, i, end int, at place) *fault {
	v.given = true
	for {
		for i < end && isBlank(data[i]) {
			i++
		}
		start, value := i, 0
		for i < end && isDigit(data[i]) && value <= MaxVar {
			value = 10*value + int(data[i]-'0')
			i++
		}
		switch {
		case i == start || i < end && !isBlank(data[i]) || value > MaxVar:
			return &fault{start, "a variable or 0", quote(data[start:end]), ""}
		case value == 0:
			return trailing(data, i, end)
		}
		if value > v.largest {
			v.largest, v.at = value, at
		}
		v.list = append(v.list, value)
	}
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
func (n *notes) merge(later *notes, base place) *fault {
	for _, c := range later.comments {
		c.Line += base.line
		n.comments = append(n.comments, c)
	}
	if n.show.given && later.show.given {
		return &fault{0, "one `c p show`", "a second one", ""}
	}
	n.show.merge(&later.show, base)
	n.ind.merge(&later.ind, base)
	if later.countType != "" {
		n.countType = later.countType
	}
	return nil
}

func (v *variables) merge(later *variables, base place) {
	v.given = v.given || later.given
	if later.largest > v.largest {
		v.largest, v.at = later.largest, base.after(later.at)
	}
	v.list = append(v.list, later.list...)
}

// projection returns the variables to project on: those of `c p show`, or
// else those of `c ind`.
func (n *notes) projection() *variables {
	if n.show.given {
		return &n.show
	}
	return &n.ind
}

// values returns the list, which is nil only if none was given.
func (v *variables) values() []int {
	if v.given && v.list == nil {
		return []int{}
	}
	return v.list
}

// listed returns the comments with lines counted from one.
func (n *notes) listed() []Comment {
	list := slices.Clone(n.comments)
	for i := range list {
		list[i].Line++
	}
	return list
}
