package dimacs

import "bytes"

// variables is a list of variables from comments of one kind: `c p show` or `c ind`.
type variables struct {
	given   bool     // there is such a comment
	ended   bool     // the 0 at the end of the comment was read
	at      position // of the comment with the largest variable
	largest int
	list    []int      // the variables in the order of the text, each once
	seen    Assignment // the variables in list are true
}

const wantVariable = "a variable or 0"

// read appends the variables in data[i:] up to a 0. The comment is at position at. If last is
// false, data is not the end of the comment: the 0 may be missing, and data ends between two
// variables. A line that does not follow the grammar gives a fault with the hint asComment.
func (v *variables) read(data []byte, i int, at position, last bool) *fault {
	for end := len(data); ; {
		for i < end && isBlank(data[i]) {
			i++
		}
		if v.ended || i == end && !last {
			f := trailing(data, i, end)
			if f != nil {
				f.hint = asComment
			}
			return f
		}
		start, value := i, 0
		for i < end && isDigit(data[i]) && value <= MaxVar {
			value = 10*value + int(data[i]-'0')
			i++
		}
		switch {
		case start == end:
			return &fault{start, wantVariable, "end of line", asComment}
		case value > MaxVar && bytes.IndexFunc(firstWord(data[start:]), func(c rune) bool { return c < '0' || c > '9' }) < 0:
			return &fault{start, "a variable of at most " + itoa(MaxVar), quote(data[start:]), ""}
		case i == start || i < end && !isBlank(data[i]):
			return &fault{start, wantVariable, quote(data[start:]), asComment}
		case value == 0:
			v.ended = true
			continue
		}
		if value > v.largest {
			v.largest, v.at = value, at
		}
		v.add(value)
	}
}

// firstWord returns data up to the first white space.
func firstWord(data []byte) []byte {
	for i, c := range data {
		if isSpace(c) {
			return data[:i]
		}
	}
	return data
}

// add appends a variable unless the list contains it. So the memory depends on the number of
// different variables and not on the length of the text.
func (v *variables) add(value int) {
	if !v.seen.Value(value) {
		v.seen.Set(value, true)
		v.list = append(v.list, value)
	}
}

// merge appends a later list, whose positions count from base.
func (v *variables) merge(later *variables, base position) {
	if later.given && !v.given || later.largest > v.largest {
		v.largest, v.at = later.largest, base.after(later.at)
	}
	v.given = v.given || later.given
	if v.list == nil {
		v.list, v.seen = later.list, later.seen
		return
	}
	for _, value := range later.list {
		v.add(value)
	}
}

// values returns the variables in the order of the text, each once. It returns nil if there is
// no such comment, and an empty list if the comment lists no variable.
func (v *variables) values() []int {
	if v.given && v.list == nil {
		return []int{}
	}
	return v.list
}
