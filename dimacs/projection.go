package dimacs

// variables is a list of variables from comments of one kind: `c p show` or `c ind`.
type variables struct {
	given   bool     // there is such a comment
	at      position // of the comment with the largest variable
	largest int
	list    []int      // the variables in the order of the text, each once
	seen    Assignment // the variables in list are true
}

const wantVariable = "a variable or 0"

// readList adds the variables of the comment data[start:], which follow at data[i:], to list. A line
// that does not follow the grammar gives a doubt.
func (c *comments) readList(list *variables, data []byte, start, i int) *fault {
	line := variables{given: true, at: c.lastAt}
	if f := line.read(data, i); f != nil {
		return c.doubt(c.lastAt, start, f)
	}
	if list == &c.show && list.given {
		return &fault{start, "one `c p show`", "a second one", ""}
	}
	list.merge(&line, position{})
	return nil
}

// read appends the variables in data[i:], which end in a 0. A line that does not follow the grammar
// gives a fault with the hint asComment.
func (v *variables) read(data []byte, i int) *fault {
	for {
		for i < len(data) && isBlank(data[i]) {
			i++
		}
		value, end := number(data, i, MaxVar)
		switch {
		case i == len(data):
			return &fault{i, wantVariable, "end of line", asComment}
		case end == i || end < len(data) && !isBlank(data[end]):
			return &fault{i, wantVariable, quote(data[i:]), asComment}
		case value < 0:
			return &fault{i, "a variable of at most " + itoa(MaxVar), quote(data[i:]), ""}
		case value == 0:
			f := trailing(data, end, len(data))
			if f != nil {
				f.hint = asComment
			}
			return f
		}
		v.largest = max(v.largest, int(value))
		v.add(int(value))
		i = end
	}
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
