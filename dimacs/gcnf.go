package dimacs

import (
	"bytes"
	"strconv"

	"queens/dimacs/internal/lex"
)

// gcnf parses the token of a GCNF at data[i:], and returns the index after it. A clause begins with its
// group in braces: `{3} 1 -2 0`. A number before the group is a fault. Other tokens are those of cnf.
func (p *parser) gcnf(data []byte, i int) (int, *fault) {
	switch c := data[i]; {
	case c == '{' && p.open:
		return i, p.unexpected(data, i)
	case c == '{':
		g, j := lex.Number(data, i+1, int64(p.header.Groups))
		if j == i+1 || j == len(data) || data[j] != '}' || g < 0 {
			return i, &fault{i, "{GROUP} with a number of at most " + itoa(int64(p.header.Groups)) + " as the header says", lex.Quote(data[i:]), ""}
		}
		p.lineStart, p.open = false, true
		p.groups = append(p.groups, int(g))
		return j + 1, nil
	case !p.open && (c == '-' || c == '+' || lex.IsDigit(c)):
		return i, &fault{i, "{GROUP} before a clause", lex.Quote(data[i:]), ""}
	}
	return p.cnf(data, i)
}

// A CommentLine is a comment and its place among the clauses.
type CommentLine struct {
	Text   string // the text after the c or, in an OPB, the asterisk, without the line end
	Before int    // the number of clauses that end before the comment; -1 before the header
	Line   int    // 1-based line in the text
}

// Group returns the name in a comment `c group NAME`, without blanks around it. It reports whether
// the comment has this form and the name is not empty.
func (l CommentLine) Group() (name string, is bool) {
	rest, is := after([]byte(l.Text), "group")
	name = string(bytes.TrimSpace(rest))
	return name, is && name != ""
}

// Groups divides the clauses of a formula into groups.
type Groups struct {
	Of      []int    // indexed by clause: its group, from 1; 0 for a clause outside of all groups
	Numbers []int    // Numbers[g-1] is the number of group g in messages and results
	Names   []string // Names[g-1] is the name of group g
}

// NamedGroups returns the groups of a formula, in the order in which they begin.
//
// If f.Groups is not nil, as after the header `p gcnf`, it must hold a number for each clause: a clause
// with the number 5 belongs to the group with this number and the name "5", and a clause with 0 to no
// group. Otherwise, the clauses between a comment `c group NAME` and the next such comment belong to the
// group NAME, and groups are numbered from 1. Several comments may have the same NAME. Clauses after `c
// group 0`, and clauses before the first such comment, belong to no group. Without
// f.Groups, the formula must have been read with Options.Lines.
func (f *Formula) NamedGroups() Groups {
	g, byName, group := Groups{Of: make([]int, f.clauses)}, map[string]int{"0": 0}, 0
	begin := func(name string, number int) { // the next clauses belong to the group name
		known := false
		if group, known = byName[name]; !known {
			g.Names, g.Numbers = append(g.Names, name), append(g.Numbers, number)
			group = len(g.Names)
			byName[name] = group
		}
	}
	for i, number := range f.Groups {
		if i == 0 || number != f.Groups[i-1] {
			begin(strconv.Itoa(number), number)
		}
		g.Of[i] = group
	}
	if f.Groups != nil {
		return g
	}
	clause := 0
	until := func(end int) { // the clauses before end belong to group
		for ; clause < min(end, f.clauses); clause++ {
			g.Of[clause] = group
		}
	}
	for _, l := range f.Lines {
		if name, is := l.Group(); is {
			until(l.Before)
			begin(name, len(g.Names)+1)
		}
	}
	until(f.clauses)
	return g
}
