package dimacs

import (
	"bytes"
	"slices"

	"queens/dimacs/internal/lex"
)

// strict parses a chunk line by line. It accepts only comments, and clauses and cubes in their canonical
// form. It returns the first fault, whose offset counts from the start of data, or nil. A last line
// without its newline is a fault.
func (p *parser) strict(data []byte) *fault {
	if !p.lineStart { // a chunk ends within a line only if the line is not canonical
		return p.unexpected(data, 0)
	}
	for i := 0; i < len(data); {
		end := lex.LineEnd(data, i)
		var f *fault
		if data[i] == 'c' {
			p.comment(data, i, end)
		} else {
			f = p.strictClause(data, i, end)
		}
		if f == nil && end == len(data) {
			f = &fault{end, "a newline at the end", lex.EndOfFile, ""}
		}
		if f != nil {
			return f
		}
		i = end + 1
	}
	return nil
}

// strictClause parses the clause or cube in data[i:end], a line without its newline. It returns the first
// fault, or nil: a deviation from the canonical form, a variable above the number in the header, or a
// clause after the cubes.
func (p *parser) strictClause(data []byte, i, end int) *fault {
	if p.header.Format == IncrementalCNF && bytes.HasPrefix(data[i:end], []byte("a ")) {
		p.inCube = true
		i += 2
	}
	for start := i; ; i++ {
		if i == end || lex.IsBlank(data[i]) || data[i] == '0' && i+1 < end {
			return &fault{i, "a literal or 0 after a single blank", lex.Quote(data[i:end]), ""}
		}
		if bytes.HasPrefix(data[i:end], []byte("-0")) {
			return p.unexpected(data, i)
		}
		v, next, f := p.integer(data, i)
		switch {
		case f != nil:
			return f
		case v == 0 && next == end && len(p.cubes) > 0 && !p.inCube:
			return &fault{i, "a cube", "a clause after the cubes", ""}
		case v == 0 && next == end:
			sorted := slices.Clone(p.out.unfinished())
			slices.SortFunc(sorted, func(a, b Lit) int { return a.Var() - b.Var() })
			for i := 1; i < len(sorted); i++ {
				if v := sorted[i].Var(); v == sorted[i-1].Var() {
					return &fault{start, "each variable once in a clause", "variable " + itoa(int64(v)) + " twice", ""}
				}
			}
			p.end()
			return nil
		case v == 0 || next == end || data[next] != ' ':
			return &fault{next, "one clause per line, ended by ` 0`", lex.Quote(data[next:end]), ""}
		}
		p.out.lit(v)
		i = next
	}
}
