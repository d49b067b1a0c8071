package dimacs

import "queens/dimacs/internal/lex"

// gcnf parses the token of a GCNF at data[i:], and returns the index after it. A clause begins with its
// group in braces: `{3} 1 -2 0`. A number before the group is a fault. Other tokens are those of cnf.
func (p *parser) gcnf(data []byte, i int) (int, *fault) {
	switch c := data[i]; {
	case c == '{':
		return p.group(data, i)
	case !p.open && (c == '-' || c == '+' || lex.IsDigit(c)):
		return i, &fault{i, "{GROUP} before a clause", lex.Quote(data[i:]), ""}
	}
	return p.cnf(data, i)
}

// group reads the {GROUP} at data[i:] before a clause, adds it to p.groups, and returns the index after
// it. It is a fault within a clause, if the braces hold no number, or if the number is above the one in
// the header.
func (p *parser) group(data []byte, i int) (int, *fault) {
	if p.open {
		return i, p.unexpected(data, i)
	}
	g, j := lex.Number(data, i+1, int64(p.header.Groups))
	if j == i+1 || j == len(data) || data[j] != '}' || g < 0 {
		return i, &fault{i, "{GROUP} with a number of at most " + itoa(int64(p.header.Groups)) + " as the header says", lex.Quote(data[i:]), ""}
	}
	p.lineStart, p.open = false, true
	p.groups = append(p.groups, int(g))
	return j + 1, nil
}
