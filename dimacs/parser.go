package dimacs

import (
	"bytes"
	"encoding/binary"
)

// A parser turns the chunks of a text after its header into clauses.
//
// It can go through all chunks in order, or through a single one of which the
// first clause may have begun in an earlier chunk; see detached.
type parser struct {
	out         *builder
	limit       Lit // the largest variable that needs no second look
	mode        Mode
	grows       bool // a variable above limit raises it
	incremental bool // `p inccnf`

	// detached says that it is not known whether the chunk begins within a
	// clause. The literals up to the first 0 are then left in head.
	detached bool
	head     []Lit

	lineStart bool
	pairEnded bool // the token before ended a clause of two literals
	inCube    bool
	ended     bool // by `%`
	padded    bool // only padding may follow
	padding   bool // the chunk is nothing but padding
	clauses   int  // without that of head
	cubes     [][]Lit
	comments  comments
}

const wantLiteral = "a literal"

// newParser returns a parser for what follows a header.
func newParser(o *Options, h Header) parser {
	p := parser{out: &builder{}, limit: Lit(h.Vars), mode: o.Mode, grows: o.Mode == Relaxed || h.Incremental, incremental: h.Incremental}
	p.comments.keys = o.Keys
	return p
}

// parse reads a chunk. What follows the data in its array is not a digit.
func (p *parser) parse(k chunk) *fault {
	data := k.data
	p.lineStart = !k.midLine
	p.padding = p.mode == Relaxed && endOfPadding(data) == len(data)
	switch {
	case p.padding && (k.torn || p.padded):
		p.padded = true
		return nil
	case p.padded:
		return afterPadding(data)
	case k.torn && !(p.mode == Relaxed && isPadding(data[len(data)-1])):
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

// pairs reads lines of the form "-1 -2 0" from data[i:] for as long as it
// finds nothing else and returns where it stopped.
//
// Such lines come in runs that share their first literal. Its text is kept as
// a word, so that comparing one word replaces reading it.
func (p *parser) pairs(data []byte, i int) int {
	full := data[: len(data)+slack : len(data)+slack]
	limit := uint64(p.limit)
	var first Lit
	var prefix, mask uint64 // the text of first and its blank
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

// word returns the literal at the start of the bytes in w and its width, if
// it takes at most seven of them and its variable is at most limit; else 0.
// It has no branch that depends on the sign, which is as good as random.
func word(w, limit uint64) (Lit, int) {
	sign := signOf(w)
	v, n := digits(w >> (8 * sign))
	if v-1 >= limit || n == 8 {
		return 0, 0
	}
	return Lit(v^-sign) + Lit(sign), n + int(sign)
}

// signOf returns 1 if the first byte in w is a minus, else 0.
func signOf(w uint64) uint64 {
	if byte(w) == '-' {
		return 1
	}
	return 0
}

// token reads one token, or one blank, from data[i:], and returns where the
// next one begins.
func (p *parser) token(data []byte, i int) (int, *fault) {
	switch c := data[i]; {
	case c == '\n':
		p.lineStart = true
		return i + 1, nil
	case isBlank(c):
		return i + 1, nil
	case c == '-' || isDigit(c):
		return p.number(data, i)
	case c == 'c':
		end := lineEnd(data, i)
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
	case p.mode == Relaxed && isPadding(c) && i+endOfPadding(data[i:]) == len(data):
		p.padded = true
		return len(data), nil
	}
	return i, p.unexpected(data, i)
}

// isPadding reports whether c is a Ctrl-Z, which ends a text in DOS and CP/M, or a NUL, with
// which some programs fill a file up.
func isPadding(c byte) bool { return c == 0x1a || c == 0 }

// endOfPadding returns the index of the first byte that is neither padding nor a space.
func endOfPadding(data []byte) int {
	for i, c := range data {
		if !isPadding(c) && !isSpace(c) {
			return i
		}
	}
	return len(data)
}

// afterPadding returns the fault of a text that goes on after padding in an earlier chunk.
func afterPadding(data []byte) *fault {
	i := endOfPadding(data)
	return &fault{i, "nothing after Ctrl-Z or NUL", quote(data[i:]), ""}
}

// unexpected returns the fault for a token that is no literal. Padding at the end is
// accepted in the relaxed mode.
func (p *parser) unexpected(data []byte, i int) *fault {
	f := &fault{i, wantLiteral, quote(data[i:]), ""}
	for i < len(data) && isDigit(data[i]) {
		i++
	}
	if p.mode != Relaxed && i < len(data) && isPadding(data[i]) && i+endOfPadding(data[i:]) == len(data) {
		f.hint = relaxes
	}
	return f
}

// number reads a literal or the 0 that ends a clause, and the literals after
// it as long as they are short and single blanks part them.
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

// integer reads a literal or 0 of any width, and checks its range.
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
	ends := j == len(data) || isSpace(data[j]) || p.mode == Relaxed && isPadding(data[j])
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

// end ends the unfinished clause or cube.
func (p *parser) end() {
	switch {
	case p.detached:
		p.detached = false
		p.head = append(p.head, p.out.unfinished()...)
		p.out.drop()
		return
	case p.inCube:
		p.inCube = false
		p.cubes = append(p.cubes, append([]Lit{}, p.out.unfinished()...))
		p.out.drop()
		return
	}
	p.pairEnded = len(p.out.unfinished()) == 2
	p.out.end()
	p.clauses++
}

// cube reads the `a` that begins a cube.
func (p *parser) cube(data []byte, i int) (int, *fault) {
	if !p.lineStart || len(p.out.unfinished()) > 0 || p.inCube || i+1 < len(data) && !isSpace(data[i+1]) {
		return i, p.unexpected(data, i)
	}
	p.inCube = true
	p.lineStart, p.pairEnded = false, false
	return i + 1, nil
}

// finish checks that the text does not end within a clause or a cube.
func (p *parser) finish() *fault {
	switch {
	case p.inCube:
		return &fault{0, "0 at the end of the cube", endOfFile, ""}
	case len(p.out.unfinished()) == 0:
		return nil
	case p.mode != Relaxed:
		return cutOff()
	}
	p.end()
	return nil
}

// cutOff returns the fault for a last clause without its 0.
func cutOff() *fault { return &fault{0, "0 at the end of the clause", endOfFile, relaxes} }

const endOfFile = "end of file"

func isDigit(c byte) bool { return c-'0' <= 9 }
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
func isSpace(c byte) bool { return c == '\n' || isBlank(c) }

// lineEnd returns the index of the newline that ends the line of data[i], or
// the length of data.
func lineEnd(data []byte, i int) int {
	if k := bytes.IndexByte(data[i:], '\n'); k >= 0 {
		return i + k
	}
	return len(data)
}
