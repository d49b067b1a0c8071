package dimacs

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"queens/dimacs/internal/lex"
)

// A parser parses the chunks of a text after its header into clauses. Its token function depends on the
// format: cnf, wcnf, gcnf, knf or opb, each in the file of that name.
//
// Several parsers may parse the chunks of a CNF, each of them in any order. The chunks of a text in
// another form need one parser that gets them in order; see ordered.
type parser struct {
	parsed // of the current chunk
	out    builder
	o      *Options
	header header
	grows  bool // a variable above limit raises limit and is no fault

	detached  bool // the chunk may begin within a clause, which then goes to head
	lineStart bool // only blanks precede the next byte in its line

	commentAt     position // of the last comment, from the start of the chunk
	commentOffset int      // its offset in the chunk

	pairEnded bool // in a CNF or after `p inccnf`: the last number ended a clause of two literals

	inCube bool // the unfinished clause is a cube
	cubes  [][]Lit
	open   bool  // the unfinished clause or constraint has begun: its group, weight, relation or k was read; in OPB, any token
	groups []int // indexed by clause, with the unfinished clause if it is open: its group

	linear linearParser

	weight   int64        // of the unfinished clause, or hardWeight
	negative bool         // the weight of the unfinished clause is -weight
	digits   int          // see Formula.Digits
	top      int64        // the top of the header in units of 10^-digits
	sum      int64        // of the weights of the soft clauses read so far
	soft     []SoftClause // nil unless the text is a WCNF or an OPB with an objective
	softRead int64        // number of soft clauses in a WCNF; unlike soft, it counts clauses of weight 0
}

const wantLiteral = "a literal"

// newParser returns a parser for the text after the header h.
func newParser(o *Options, h header) *parser {
	p := &parser{o: o, header: h, parsed: parsed{limit: Lit(h.Vars)}, grows: o.Mode == Relaxed || h.NoNumbers}
	if h.Format == WCNF {
		p.soft, p.top = []SoftClause{}, h.Top
	}
	if h.Format >= OPB {
		p.linear.list, p.linear.low, p.linear.high = []Linear{}, 1, math.MaxInt64
	}
	return p
}

// ordered reports whether a text must be parsed in order, because cubes follow the clauses, because a
// group or a weight precedes each clause, or because there are linear constraints.
func (h *header) ordered() bool { return h.Format != CNF }

// parse parses the data of k into clauses, constraints, cubes and comments, which it adds to the fields of
// p. It returns the first fault, whose offset counts from the start of the data, or nil. A chunk that is
// Torn or Endless is a fault. An unfinished clause stays in p.out.
func (p *parser) parse(k lex.Chunk) *fault {
	data := k.Data
	p.lineStart = !k.MidLine
	switch {
	case k.Endless:
		return endlessComment()
	case k.Torn:
		return p.unexpected(data, 0)
	case p.o.Mode == Strict && p.header.Format != GCNF: // the strict mode checks only the header of a GCNF
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

// token parses one blank or newline, a comment, or a token of the format at data[i:], and returns the
// index after it. For a comment, this is the index of its line end. The faults are those of cnf, wcnf,
// gcnf, knf or opb.
func (p *parser) token(data []byte, i int) (int, *fault) {
	switch c := data[i]; {
	case c == '\n':
		p.lineStart = true
		return i + 1, nil
	case lex.IsBlank(c):
		return i + 1, nil
	case c == 'c' && p.header.Format != OPB:
		end := lex.LineEnd(data, i)
		p.comment(data, i, end)
		return end, nil
	}
	switch p.header.Format {
	case OPB:
		return p.opb(data, i)
	case WCNF:
		return p.wcnf(data, i)
	case GCNF:
		return p.gcnf(data, i)
	case KNF, CNFPlus:
		return p.knf(data, i)
	}
	return p.cnf(data, i)
}

// comment appends the comment data[i:end] to p.remarks, for the joiner: with its position in the chunk and
// the number of clauses that end before it in the chunk.
func (p *parser) comment(data []byte, i, end int) {
	p.commentAt = p.commentAt.after(span(data[p.commentOffset:i]))
	p.commentOffset = i
	before := p.clauses
	if p.joins { // p.head ends the first clause
		before++
	}
	p.remarks = append(p.remarks, remark{slices.Clone(data[i:end]), p.commentAt, before})
}

// unexpected returns the fault for a token at data[i:] that is not a literal.
func (p *parser) unexpected(data []byte, i int) *fault {
	return &fault{i, wantLiteral, lex.Quote(data[i:]), ""}
}

// literals parses the longest run of short literals, separated by single blanks, at data[i:], and adds
// them to p.out. Then it parses one number of any length, which may be 0, if it follows directly. It
// returns the index after them. A 0 ends the clause or cube. A clause after cubes is a fault. Other faults
// are those of integer.
func (p *parser) literals(data []byte, i int) (int, *fault) {
	p.lineStart, p.pairEnded = false, false
	full := data[: len(data)+lex.Slack : len(data)+lex.Slack]
	limit := uint64(p.limit)
	for i < len(data) {
		l, k := lex.Word(binary.LittleEndian.Uint64(full[i:]), limit)
		if l == 0 || !lex.IsSpace(full[i+k]) {
			break
		}
		p.out.lit(Lit(l))
		if i += k; full[i] != ' ' {
			return i, nil
		}
		i++
	}
	if i == len(data) || !lex.IsDigit(data[i]) && data[i] != '-' {
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
		if f := p.end(i); f != nil {
			return i, f
		}
	}
	return end, nil
}

// integer parses a literal or 0 of any length at data[i:], and returns it and the index after
// it. Text other than a number, "-0", a variable above MaxVar, and a number without a space or the end of
// data behind it are faults. For a variable above the limit, see admit.
func (p *parser) integer(data []byte, i int) (Lit, int, *fault) {
	j := i
	if data[j] == '-' {
		j++
	}
	v, end := lex.Number(data, j, MaxVar)
	ends := end == len(data) || lex.IsSpace(data[end])
	switch {
	case v < 0:
		return 0, i, &fault{i, "a literal of at most 2147483647", lex.Quote(data[i:]), ""}
	case j == end || !ends || v == 0 && j > i:
		return 0, i, p.unexpected(data, i)
	}
	if f := p.admit(v, data, i); f != nil {
		return 0, i, f
	}
	if j > i {
		v = -v
	}
	return Lit(v), end, nil
}

// admit returns nil if the variable v at data[i:] is at most p.limit. If v is above it, admit raises
// p.limit to v if p.grows, and returns a fault otherwise.
func (p *parser) admit(v int64, data []byte, i int) *fault {
	if v > int64(p.limit) && !p.grows {
		return &fault{i, "a variable of at most " + itoa(int64(p.limit)) + " as the header says", lex.Quote(data[i:]), relaxes}
	}
	p.limit = max(p.limit, Lit(v))
	return nil
}

// end ends the unfinished clause, soft clause, constraint or cube, and keeps it. In a detached parser the
// first clause goes to p.head, and p.joins becomes true. It returns the fault of endSoft at index i, or nil.
func (p *parser) end(i int) (f *fault) {
	lits := p.out.unfinished()
	switch {
	case p.detached:
		p.detached, p.joins = false, true
		p.head = append(p.head, lits...)
	case p.inCube:
		p.inCube = false
		p.cubes = append(p.cubes, append([]Lit{}, lits...))
	case p.header.Format == WCNF && p.weight != hardWeight:
		f = p.endSoft(lits, i)
	case p.header.Format >= OPB:
		p.endLinear()
	default:
		p.pairEnded = len(lits) == 2 && p.header.Format <= IncrementalCNF
		p.open = false
		p.out.end()
		p.clauses++
		return nil
	}
	p.out.drop()
	return f
}

// finish handles the end of the text. It returns a fault if the text has ended within a clause, constraint
// or cube, and nil otherwise. In the relaxed mode it ends a clause, or a constraint of KNF, that lacks its
// 0, and returns nil. The caller knows the position: the offset is 0.
func (p *parser) finish() *fault {
	switch {
	case p.inCube:
		return &fault{0, "0 at the end of the cube", lex.EndOfFile, ""}
	case len(p.out.unfinished()) == 0 && !p.open:
		return nil
	case p.header.Format == OPB || p.linear.stage == inBound:
		return &fault{0, wantSemicolon, lex.EndOfFile, ""}
	case p.o.Mode != Relaxed:
		return &fault{0, "0 at the end of the clause", lex.EndOfFile, relaxes}
	}
	return p.end(0)
}

// words splits the line data[i:end] into words.
type words struct {
	data          []byte
	start, i, end int    // start of the last word, index after it, end of the line
	fault         *fault // the first fault of count
}

// next returns the next word, or an empty slice at the end of the line.
func (w *words) next() []byte {
	for w.i < w.end && lex.IsBlank(w.data[w.i]) {
		w.i++
	}
	for w.start = w.i; w.i < w.end && !lex.IsBlank(w.data[w.i]); {
		w.i++
	}
	return w.data[w.start:w.i]
}

// count returns the next word as a number. If the word is not a number from 0 to most, count returns 0 and
// sets w.fault to a fault that expects want. It reads nothing and returns 0 once there is a fault.
func (w *words) count(want string, most int64) int64 {
	if w.fault != nil {
		return 0
	}
	word := w.next()
	if v, end := lex.Number(word, 0, most); v >= 0 && 0 < end && end == len(word) {
		return v
	}
	w.fault = &fault{w.start, want, lex.Found(word), ""}
	return 0
}

// after returns the rest of a line that begins with the words, and true. Otherwise it returns nil and
// false. A blank must precede each word, and a blank or the end of the line must follow it.
func after(line []byte, words ...string) ([]byte, bool) {
	for _, w := range words {
		text := bytes.TrimLeft(line, " \t")
		rest, is := bytes.CutPrefix(text, []byte(w))
		if !is || len(text) == len(line) || len(rest) > 0 && !lex.IsSpace(rest[0]) {
			return nil, false
		}
		line = rest
	}
	return line, true
}

// trailing returns a fault unless data[i:end] consists of blanks, and nil otherwise.
func trailing(data []byte, i, end int) *fault {
	if rest := bytes.TrimLeft(data[i:end], " \t\r"); len(rest) > 0 {
		return &fault{end - len(rest), "end of line", lex.Quote(rest), ""}
	}
	return nil
}

// A builder collects the clauses of a chunk in its segment, from which take removes them.
type builder struct {
	segment
	start int // length of long without the unfinished clause
}

// lit adds a literal to the unfinished clause.
func (b *builder) lit(l Lit) { b.long = append(b.long, l) }

// unfinished returns the literals added since the last clause ended.
func (b *builder) unfinished() []Lit { return b.long[b.start:] }

// drop discards the unfinished clause.
func (b *builder) drop() { b.long = b.long[:b.start] }

// end ends the unfinished clause, which may be empty, and adds it to the segment: a clause of two literals
// to its pairs, and any other clause to long.
func (b *builder) end() {
	if c := b.unfinished(); len(c) == 2 {
		b.pairs = append(b.pairs, Pair(c))
		b.drop()
		b.countPairs(1)
		return
	}
	b.lit(0)
	b.start = len(b.long)
	b.countLong()
}

// take returns the clauses, and removes them from b. The unfinished clause stays in b. take copies the
// arrays, so that b can use them again, but it hands over an array of pairs that is at least 3/4 full.
func (b *builder) take() segment {
	s := segment{b.pairs, slices.Clone(b.long[:b.start]), slices.Clone(b.runs)}
	if b.pairs = nil; len(s.pairs) < cap(s.pairs)*3/4 {
		s.pairs, b.pairs = slices.Clone(s.pairs), s.pairs[:0]
	}
	b.runs = b.runs[:0]
	b.long, b.start = b.long[:copy(b.long, b.unfinished())], 0
	return s
}
