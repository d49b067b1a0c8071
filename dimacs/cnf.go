package dimacs

import (
	"bytes"
	"encoding/binary"
	"slices"

	"queens/dimacs/internal/lex"
)

// cnf parses a run of numbers (see literals), the `a` of a cube, or the end marker `%` of SATLIB, which
// begins a line, at data[i:]. It returns the index after it, or len(data) for `%`, and sets p.ended then.
// In the relaxed mode, a plus may precede a number. Any other token is a fault. GCNF, KNF and CNF+ use
// cnf, too.
func (p *parser) cnf(data []byte, i int) (int, *fault) {
	switch c := data[i]; {
	case c == '-' || lex.IsDigit(c):
		return p.literals(data, i)
	case p.lineStart && c == '%':
		p.ended = true
		return len(data), nil
	case p.lineStart && c == 'w' && p.header.Format == CNF && lex.IsBlank(data[:i+2][i+1]):
		end := lex.LineEnd(data, i)
		p.comment(data, i, end)
		return end, nil
	case p.lineStart && c == 'p':
		return i, &fault{i, wantLiteral, "a second header", ""}
	case c == '+':
		if p.o.Mode == Relaxed && i+1 < len(data) && lex.IsDigit(data[i+1]) {
			return p.literals(data, i+1)
		}
		return i, &fault{i, wantLiteral, lex.Quote(data[i:]), relaxes}
	case c == 'a' && p.header.Format == IncrementalCNF:
		return p.cube(data, i)
	case c == 'x' && p.lineStart && p.header.Format == CNF && (p.o.XOR || p.o.Linear) && xorFollows(data, i+1):
		return p.xor(data, i)
	}
	f := p.unexpected(data, i)
	if p.lineStart {
		f.hint = lex.LooksLike(data[i:])
	}
	return i, f
}

// pairs reads lines of two literals, such as "-1 -2 0", from data[i:], which begins a line, and adds them
// to p.out and p.clauses. It returns the index of the first byte after them. The run ends before a line of
// another form, a variable above the limit, a first literal of more than seven bytes, and a second literal
// of more than seven digits. It also ends when the array of pairs is full, which pairs first grows to at
// least the number of lines in the chunk.
//
// Consecutive lines often share their first literal. Its text is kept as a word, so that comparing one
// word replaces parsing it.
func (p *parser) pairs(data []byte, i int) int {
	full := data[: len(data)+lex.Slack : len(data)+lex.Slack]
	limit := uint64(p.limit)
	var first Lit
	var prefix, mask uint64 // the text of first and the blank after it
	var width int
	p.out.pairs = slices.Grow(p.out.pairs, max(1, p.parsed.end.line-len(p.out.pairs)))
	n := len(p.out.pairs)
	out := p.out.pairs[:cap(p.out.pairs)]
	for n < len(out) && i < len(data) {
		w := binary.LittleEndian.Uint64(full[i:])
		if (w^prefix)&mask != 0 || mask == 0 {
			l, k := lex.Word(w, limit)
			if l == 0 || k > 7 || byte(w>>(8*k)) != ' ' {
				break
			}
			first, width = Lit(l), k+1
			mask = ^uint64(0) >> uint(64-8*width)
			prefix = w & mask
		}
		j := i + width
		w = binary.LittleEndian.Uint64(full[j:])
		second, k := lex.Word(w, limit)
		j += k
		const end = ' ' | '0'<<8 | '\n'<<16
		if second == 0 || binary.LittleEndian.Uint32(full[j:])&0xffffff != end || j+3 > len(data) {
			break
		}
		out[n] = Pair{first, Lit(second)}
		n++
		i = j + 3
	}
	added := n - len(p.out.pairs)
	p.out.pairs = out[:n]
	p.out.countPairs(added)
	p.clauses += added
	return i
}

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
			return p.end(i)
		case v == 0 || next == end || data[next] != ' ':
			return &fault{next, "one clause per line, ended by ` 0`", lex.Quote(data[next:end]), ""}
		}
		p.out.lit(v)
		i = next
	}
}
