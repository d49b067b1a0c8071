package dimacs

import "queens/dimacs/internal/lex"

// variables is a list of variables from comments of one kind: `c p show` or `c ind`.
type variables struct {
	given   bool       // there is such a comment
	at      position   // of the comment with the largest variable, or of the first comment
	largest int        // the largest variable in list, or 0
	list    []int      // the variables in the order of the text, each once; nil unless given
	seen    Assignment // the variables in list are true
}

const wantVariable = "a variable or 0"

// add adds the variables of a comment, which follow at r.text[i:]. It returns nil, or the fault of
// readVariables. A line with a fault adds nothing. If once is set, a second comment is a fault.
//
// A variable is kept once. So the memory depends on the number of different variables and not on the length
// of the text.
func (v *variables) add(r remark, i int, once bool) *fault {
	if f := readVariables(r.text, i, func(int) {}); f != nil {
		return f
	}
	switch {
	case v.given && once:
		return &fault{0, "one `c p show`", "a second one", ""}
	case !v.given:
		v.given, v.at, v.list = true, r.at, []int{}
	}
	return readVariables(r.text, i, func(value int) {
		if value > v.largest {
			v.largest, v.at = value, r.at
		}
		if !v.seen.Value(value) {
			v.seen.Set(value, true)
			v.list = append(v.list, value)
		}
	})
}

// readVariables calls use with each variable in data[i:], up to the first fault, which it returns, or the
// end of the list, a 0. A line that does not follow the grammar gives a fault with the hint asComment. A
// variable above MaxVar gives another fault.
func readVariables(data []byte, i int, use func(int)) *fault {
	for {
		for i < len(data) && lex.IsBlank(data[i]) {
			i++
		}
		value, end := lex.Number(data, i, MaxVar)
		switch {
		case i == len(data):
			return &fault{i, wantVariable, "end of line", asComment}
		case end == i || end < len(data) && !lex.IsBlank(data[end]):
			return &fault{i, wantVariable, lex.Quote(data[i:]), asComment}
		case value < 0:
			return &fault{i, "a variable of at most " + itoa(MaxVar), lex.Quote(data[i:]), ""}
		case value == 0:
			f := trailing(data, end, len(data))
			if f != nil {
				f.hint = asComment
			}
			return f
		}
		use(int(value))
		i = end
	}
}
