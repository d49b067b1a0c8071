package dimacs

import (
	"bytes"
	"encoding/binary"
)

// A parser parses the chunks of a text after its header into clauses.
//
// It parses either all chunks in order, or each chunk separately, when the first clause may
// have begun in an earlier chunk; see detached.
type parser struct {
	out         *builder
	limit       Lit // the number of variables in the header; larger ones are faults, or raise it
	mode        Mode
	grows       bool  // a larger variable raises limit and is no fault
	incremental bool  // the header is `p inccnf`
	grouped     bool  // the header is `p gcnf`
	most        int   // the largest number of a group
	groups      []int // indexed by clause: its group; with that of the unfinished clause

	// detached means that the chunk may begin within a clause. The literals up to the first 0
	// then go to head.
	detached bool
	head     []Lit
	joins    bool // the first 0 was read, so that head ends a clause of an earlier chunk

	lineStart bool // the next byte begins a line
	pairEnded bool // the last token ended a clause of two literals
	inCube    bool // the unfinished clause is a cube
	ended     bool // by `%`; the rest of the text is ignored
	clauses   int  // number of clauses, without the clause in head
	cubes     [][]Lit
	comments  comments
}

const (
	wantLiteral = "a literal"
	wantGroup   = "{GROUP} before a clause"
)

// newParser returns a parser for the text after the header h.
func newParser(o *Options, h Header) parser {
	p := parser{out: &builder{}, limit: Lit(h.Vars), mode: o.Mode, grows: o.Mode == Relaxed || h.Incremental, incremental: h.Incremental, grouped: h.Grouped, most: h.Groups}
	p.comments.keys, p.comments.keepLines = o.Keys, o.Lines
	return p
}

// parse parses the data of k into clauses, cubes and comments, and returns the first fault, or
// nil.
func (p *parser) parse(k chunk) *fault {
	data := k.data
	p.lineStart = !k.midLine
	switch {
	case k.torn:
		return p.unexpected(data, 0)
	case p.mode == Strict:
		return p.strict(data)
	}
	for i := 0; i < len(data) && !p.ended; {
		if p.lineStart && p.pairEnded {
			if i = p.pairs(data, i); i == len(data) {
				break
			}
		}
		next, err := p.token(data, i)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

// pairs reads lines of the form "-1 -2 0" from data[i:], and returns the index of the first
// byte after them. A line of another form, or with a variable above the limit, ends the run.
//
// Consecutive lines often share their first literal. Its text is kept as a word, so that
// comparing one word replaces parsing it.
func (p *parser) pairs(data []byte, i int) int {
	full := data[: len(data)+slack : len(data)+slack]
	limit := uint64(p.limit)
	var first Lit
	var prefix, mask uint64 // the text of first and the blank after it
	var width int
	for {
		if len(p.out.cur.pairs) == cap(p.out.cur.pairs) {
			p.out.growPairs()
		}
		out := p.out.cur.pairs
		n := len(out)
		out = out[:cap(out)]
		for n < len(out) && i < len(data) {
			w := binary.LittleEndian.Uint64(full[i:])
			if (w^prefix)&mask != 0 || mask == 0 {
				l, k := word(w, limit)
				if l == 0 || k > 7 || byte(w>>(8*k)) != ' ' {
					break
				}
				first, width = l, k+1
				mask = ^uint64(0) >> uint(64-8*width)
				prefix = w & mask
			}
			j := i + width
			w = binary.LittleEndian.Uint64(full[j:])
			second, k := word(w, limit)
			j += k
			const end = ' ' | '0'<<8 | '\n'<<16
			if second == 0 || binary.LittleEndian.Uint32(full[j:])&0xffffff != end || j+3 > len(data) {
				break
			}
			out[n] = Pair{first, second}
			n++
			i = j + 3
		}
		added := n - len(p.out.cur.pairs)
		p.out.addPairs(added)
		p.clauses += added
		if n < len(out) {
			return i
		}
	}
}

// word returns the literal at the start of the eight bytes in w, and its length in bytes. It
// returns 0, 0 if there is no literal, if it has more than seven digits, or if its variable
// exceeds limit. No branch depends on the sign, because signs are hard to predict.
func word(w, limit uint64) (Lit, int) {
	sign := signOf(w)
	v, n := digits(w >> (8 * sign))
	if v-1 >= limit || n == 8 {
		return 0, 0
	}
	return Lit(v^-sign) + Lit(sign), n + int(sign)
}

// signOf returns 1 if the first byte in w is a minus sign, and 0 otherwise.
func signOf(w uint64) uint64 {
	if byte(w) == '-' {
		return 1
	}
	return 0
}

// token parses one blank, a comment, the `a` of a cube, the end marker `%`, or a run
// of numbers (see number) at data[i:], and returns the index after it.
func (p *parser) token(data []byte, i int) (int, *fault) {
	switch c := data[i]; {
	case c == '\n':
		p.lineStart = true
		return i + 1, nil
	case isBlank(c):
		return i + 1, nil
	case c == '{' && p.grouped:
		return p.group(data, i)
	case p.grouped && len(p.groups) == p.clauses && (c == '-' || c == '+' || isDigit(c)):
		return i, &fault{i, wantGroup, quote(data[i:]), ""}
	case c == '-' || isDigit(c):
		return p.number(data, i)
	case c == 'c':
		end := lineEnd(data, i)
		p.comments.clauses = p.clauses
		if p.joins { // p.head ends the first clause
			p.comments.clauses++
		}
		return end, p.comments.add(data, i, end)
	case p.lineStart && c == '%':
		p.ended = true
		return len(data), nil
	case p.lineStart && c == 'p':
		return i, &fault{i, wantLiteral, "a second header", ""}
	case c == '+':
		if p.mode == Relaxed && i+1 < len(data) && isDigit(data[i+1]) {
			return p.number(data, i+1)
		}
		return i, &fault{i, wantLiteral, quote(data[i:]), relaxes}
	case c == 'a' && p.incremental:
		return p.cube(data, i)
	}
	f := p.unexpected(data, i)
	if p.lineStart {
		f.hint = looksLike(data[i:])
	}
	return i, f
}

// unexpected returns the fault for a token at data[i:] that is not a literal.
func (p *parser) unexpected(data []byte, i int) *fault {
	return &fault{i, wantLiteral, quote(data[i:]), ""}
}

// number parses the longest run of short literals, separated by single blanks, at data[i:].
// Then it parses one number of any length, which may be 0, if it follows directly. It returns
// the index after them.
func (p *parser) number(data []byte, i int) (int, *fault) {
	p.lineStart, p.pairEnded = false, false
	full := data[: len(data)+slack : len(data)+slack]
	limit := uint64(p.limit)
	for i < len(data) {
		l, k := word(binary.LittleEndian.Uint64(full[i:]), limit)
		if l == 0 || !isSpace(full[i+k]) {
			break
		}
		p.out.lit(l)
		if i += k; full[i] != ' ' {
			return i, nil
		}
		i++
	}
	if i == len(data) || !isDigit(data[i]) && data[i] != '-' {
		return i, nil
	}
	v, end, err := p.integer(data, i)
	switch {
	case err != nil:
		return i, err
	case v != 0:
		p.out.lit(v)
	case len(p.cubes) > 0 && !p.inCube:
		return i, &fault{i, "a cube", "a clause after the cubes", ""}
	default:
		p.end()
	}
	return end, nil
}

// integer parses a literal or 0 of any length at data[i:], and returns it and the index after
// it. A variable above the limit raises the limit if p.grows, and is a fault otherwise.
func (p *parser) integer(data []byte, i int) (Lit, int, *fault) {
	j := i
	if data[j] == '-' {
		j++
	}
	v, start := int64(0), j
	for ; j < len(data) && isDigit(data[j]); j++ {
		if v = 10*v + int64(data[j]-'0'); v > MaxVar {
			return 0, i, &fault{i, "a literal of at most 2147483647", quote(data[i:]), ""}
		}
	}
	ends := j == len(data) || isSpace(data[j])
	if j == start || !ends || v == 0 && data[i] == '-' {
		return 0, i, p.unexpected(data, i)
	}
	if v > int64(p.limit) {
		if !p.grows {
			return 0, i, &fault{i, "a variable of at most " + itoa(int64(p.limit)) + " as the header says", quote(data[i:]), relaxes}
		}
		p.limit = Lit(v)
	}
	if data[i] == '-' {
		v = -v
	}
	return Lit(v), j, nil
}

// end ends the unfinished clause or cube. In a detached parser the first clause goes to p.head.
func (p *parser) end() {
	switch {
	case p.detached:
		p.detached, p.joins = false, true
		p.head = append(p.head, p.out.unfinished()...)
		p.out.drop()
		return
	case p.inCube:
		p.inCube = false
		p.cubes = append(p.cubes, append([]Lit{}, p.out.unfinished()...))
		p.out.drop()
		return
	}
	p.pairEnded = len(p.out.unfinished()) == 2 && !p.grouped
	p.out.end()
	p.clauses++
}

// cube reads the `a` that begins a cube, and returns the index after it. It must be the first
// token of its line, outside clauses and cubes.
func (p *parser) cube(data []byte, i int) (int, *fault) {
	if !p.lineStart || len(p.out.unfinished()) > 0 || p.inCube || i+1 < len(data) && !isSpace(data[i+1]) {
		return i, p.unexpected(data, i)
	}
	p.inCube = true
	p.lineStart, p.pairEnded = false, false
	return i + 1, nil
}

// group reads the {GROUP} before a clause, and returns the index after it.
func (p *parser) group(data []byte, i int) (int, *fault) {
	if len(p.groups) > p.clauses {
		return i, p.unexpected(data, i)
	}
	g, j := 0, i+1
	for ; j < len(data) && isDigit(data[j]) && g <= p.most; j++ {
		g = 10*g + int(data[j]-'0')
	}
	if j == i+1 || j == len(data) || data[j] != '}' || g > p.most {
		return i, &fault{i, "{GROUP} with a number of at most " + itoa(int64(p.most)) + " as the header says", quote(data[i:]), ""}
	}
	p.lineStart = false
	p.groups = append(p.groups, g)
	return j + 1, nil
}

// finish returns a fault if the text ends within a clause or cube. The relaxed mode ends such a
// clause instead.
func (p *parser) finish() *fault {
	switch {
	case p.inCube:
		return &fault{0, "0 at the end of the cube", endOfFile, ""}
	case len(p.out.unfinished()) == 0 && (!p.grouped || len(p.groups) == p.clauses):
		return nil
	case p.mode != Relaxed:
		return cutOff()
	}
	p.end()
	return nil
}

// cutOff returns the fault for a text that ends within a clause.
func cutOff() *fault { return &fault{0, "0 at the end of the clause", endOfFile, relaxes} }

// number returns the value of the digits at data[i:], or -1 if it is larger than most, and the index
// after them.
func number(data []byte, i int, most int64) (value int64, end int) {
	for end = i; end < len(data) && isDigit(data[end]); end++ {
		if d := int64(data[end] - '0'); value < 0 || value > (most-d)/10 {
			value = -1
		} else {
			value = 10*value + d
		}
	}
	return value, end
}

const endOfFile = "end of file"

func isDigit(c byte) bool { return c-'0' <= 9 }
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
func isSpace(c byte) bool { return c == '\n' || isBlank(c) }

// lineEnd returns the index of the next newline in data[i:], or len(data). The index counts
// from the start of data.
func lineEnd(data []byte, i int) int {
	if k := bytes.IndexByte(data[i:], '\n'); k >= 0 {
		return i + k
	}
	return len(data)
}
