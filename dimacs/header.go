package dimacs

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"queens/dimacs/internal/lex"
)

// A format is a format of formulas.
type format int

// The formats of formulas. All but OPB have a name in the header `p NAME ..`.
const (
	CNF            format = iota
	IncrementalCNF        // `p inccnf`, with cubes
	GCNF                  // with groups; see Options.Groups
	WCNF                  // with soft clauses; see Options.Soft
	OPB                   // with linear constraints, as are the next two; see Options.Linear
	KNF
	CNFPlus
)

// String returns the name of the format in the header.
func (f format) String() string {
	return [...]string{"cnf", "inccnf", "gcnf", "wcnf", "opb", "knf", "cnf+"}[f]
}

// A header is the `p` line of a CNF, or the header of another format.
type header struct {
	Format    format
	Vars      int   // number of variables, at most MaxVar
	Clauses   int64 // number of clauses, hard and soft, or of linear constraints
	NoNumbers bool  // neither number is known: `p inccnf`, and a WCNF or OPB without header
	Groups    int   // largest number of a group, in a GCNF
	Top       int64 // in `p wcnf`, the least weight of a hard clause; 0 means that all clauses are soft
}

// A preamble is the beginning of a text, up to the end of its header.
type preamble struct {
	o        *Options
	header   header
	headerAt position
	comments comments
	at       position  // of the first byte after the header
	rest     lex.Chunk // the bytes after the header in the chunk that contains it
	buf      []byte    // the buffer of rest
	bare     bool      // a comment is a header without its p
	starred  bool      // a comment begins with an asterisk, as in OPB
}

const (
	wantHeader = "the header `p cnf VARIABLES CLAUSES`"
	wantVars   = "a number of variables of at most 2147483647"
)

// beginning describes the beginning that a text should have, for messages. It depends on the formats that
// o accepts, on an ending in o.Name, such as .wcnf, and on starred: whether the text has a comment that
// begins with an asterisk, as in OPB.
func (o *Options) beginning(starred bool) string {
	named := func(ending string) bool { return strings.Contains(o.Name, ending) }
	switch {
	case o.soft() && named(".wcnf"):
		return "a clause such as `h 1 2 0` or `3 -1 0`"
	case o.linear() && (starred || named(".opb")):
		return wantConstraint + " such as `+1 x1 +1 x2 >= 1 ;`"
	case o.linear() && named(".knf"):
		return "the header `p knf VARIABLES CONSTRAINTS`"
	case o.Groups && named(".gcnf"):
		return "the header `p gcnf VARIABLES CLAUSES GROUPS`"
	}
	return wantHeader
}

// readPreamble reads the text from c up to the end of its header. It returns a *SyntaxError if there is no
// valid header or a comment before it is wrong, or the error of c.
func readPreamble(c *lex.Chunker, o *Options) (*preamble, error) {
	p := &preamble{o: o, comments: comments{o: o}}
	for {
		k, buf, err := c.Next(p.buf)
		p.buf = buf
		switch {
		case err == io.EOF:
			return nil, p.at.error(o.Name, p.noHeader(nil, 0, 0))
		case err != nil:
			return nil, err
		case k.Endless:
			return nil, p.at.error(o.Name, endlessComment())
		}
		for midLine := k.MidLine; len(k.Data) > 0; midLine = false {
			n, found, err := p.line(k.Data, midLine)
			if err != nil {
				return nil, err
			}
			p.at = p.at.after(span(k.Data[:n]))
			last := n > 0 && k.Data[n-1] != '\n'
			if k.Data = k.Data[n:]; found {
				if p.header.Format == WCNF && p.header.Top == 0 && !p.header.NoNumbers &&
					(bytes.HasPrefix(k.Data, []byte("w ")) || bytes.Contains(k.Data, []byte("\nw "))) {
					p.header.Format = CNF // weights of literals, as in the competition of 2020
				}
				p.rest = lex.Chunk{Data: k.Data, Index: k.Index, MidLine: last}
				return p, nil
			}
		}
	}
}

// line reads the line at the beginning of data, which begins at p.at, and returns its length n with the
// newline, if there is one. It reports whether the line is the header, and sets p.header and p.headerAt
// then. The first line of a WCNF or OPB without a header counts as a header of length 0. A comment goes to
// p.comments. A line of blanks is skipped, except in the strict mode. Any other line is a *SyntaxError,
// and so is a wrong comment or header. If midLine is true, data begins within a line, and only blanks may
// follow in it.
func (p *preamble) line(data []byte, midLine bool) (n int, found bool, err error) {
	i, end, o := 0, lex.LineEnd(data, 0), p.o
	n = min(end+1, len(data))
	for o.Mode != Strict && i < end && lex.IsBlank(data[i]) {
		i++
	}
	if i == end && o.Mode != Strict {
		return n, false, nil
	}
	at, line, begins := position{p.at.line, p.at.column + i}, data[i:end], byte('\n')
	if i < end && !midLine {
		begins = data[i]
	}
	var f *fault
	switch {
	case begins == 'c' || begins == '*' && o.linear() && !isOPBHeader(line):
		p.bare, p.starred = p.bare || lex.IsBareHeader(line), p.starred || begins == '*'
		err = p.comments.add(remark{line, at, -1})
	case begins == 'p':
		found, f = true, p.header.read(data, i, end, o)
	case begins == '*' && o.linear():
		found, f = true, p.header.readOPB(data, i, end)
	case begins != '\n' && o.beginsOPB(line, p.starred):
		p.header, n, found = header{Format: OPB, NoNumbers: true}, 0, true
	case begins != '\n' && o.beginsWCNF(line):
		p.header, n, found = header{Format: WCNF, NoNumbers: true}, 0, true
	default:
		f = p.noHeader(data, i, end)
	}
	if f != nil {
		err = position{p.at.line, p.at.column + f.offset}.error(o.Name, f)
	}
	if found {
		p.headerAt = at
	}
	return n, found, err
}

// noHeader returns the fault for the line data[i:end], which is neither a comment nor a header, or, with
// nil and 0, for the end of the text.
func (p *preamble) noHeader(data []byte, i, end int) *fault {
	o, want := p.o, p.o.beginning(p.starred)
	switch {
	case bytes.HasPrefix(data, lex.ByteOrderMark):
		return &fault{0, wantHeader, lex.FoundMark, lex.HintMark}
	case bytes.HasPrefix(data[i:end], []byte("P CNF")):
		return &fault{i, wantHeader, "`P CNF`", "write it in lower case"}
	case p.bare:
		return &fault{i, wantHeader, lex.Quote(data[i:end]), "a line before it looks like a header without its p"}
	case want == wantHeader && o.soft() && i < end && lex.IsDigit(data[i]):
		return &fault{i, want, lex.Quote(data[i:end]), "a WCNF that begins with a soft clause needs a name with .wcnf"}
	}
	return &fault{i, want, lex.Quote(data[i:end]), lex.LooksLike(data[i:end])}
}

// formats returns the formats that the options accept after `p`.
func (o *Options) formats() (list []format) {
	if o.linear() {
		list = append(list, KNF, CNFPlus)
	}
	list = append(list, CNF)
	if o.soft() {
		list = append(list, WCNF)
	}
	if o.Groups {
		return append(list, GCNF)
	}
	return append(list, IncrementalCNF)
}

// namesOf returns the names of formats, at least two, for a message.
func namesOf(formats []format) string {
	names, last := "", len(formats)-1
	for _, f := range formats[:last] {
		names += ", `" + f.String() + "`"
	}
	return names[2:] + " or `" + formats[last].String() + "`"
}

// read reads the header in data[i:end], a line that begins with p, into h, or returns a fault. It accepts
// the formats of o.formats. The strict mode accepts only the canonical form and a newline after it.
func (h *header) read(data []byte, i, end int, o *Options) *fault {
	words := &words{data: data, i: i, end: end}
	if w := words.next(); string(w) != "p" {
		return &fault{i, wantHeader, lex.Quote(w), ""}
	}
	word := words.next()
	formats := o.formats()
	k := slices.IndexFunc(formats, func(f format) bool { return f.String() == string(word) })
	switch {
	case k >= 0:
		h.Format = formats[k]
	case string(word) == GCNF.String():
		return &fault{words.start, namesOf(formats), lex.Quote(word), "GCNF is for questions about groups"}
	default:
		return &fault{words.start, namesOf(formats), lex.Quote(word), ""}
	}
	if h.NoNumbers = h.Format == IncrementalCNF; !h.NoNumbers {
		h.Vars = int(words.count(wantVars, MaxVar))
		h.Clauses = words.count("a number of clauses below 2^63", 1<<63-1)
	}
	if h.Format == GCNF {
		h.Groups = int(words.count("a number of groups of at most 2147483647", MaxVar))
	}
	if ahead := *words; h.Format == WCNF && len(ahead.next()) > 0 {
		if h.Top = words.count(wantTop, MaxWeight); words.fault == nil && h.Top == 0 {
			return &fault{words.start, wantTop, "0", ""}
		}
	}
	if words.fault != nil {
		return words.fault
	}
	if o.Mode == Strict && (string(data[i:words.i]) != h.canonical() || words.i != end || end == len(data)) {
		return &fault{i, "`" + h.canonical() + "` and a newline in the strict mode", "other bytes", ""}
	}
	return trailing(data, words.i, end)
}

// canonical returns the header of a CNF or GCNF, or `p inccnf`, in the form that every solver reads,
// without a newline.
func (h *header) canonical() string {
	switch {
	case h.NoNumbers:
		return "p " + h.Format.String()
	case h.Format == GCNF:
		return fmt.Sprintf("p gcnf %d %d %d", h.Vars, h.Clauses, h.Groups)
	}
	return fmt.Sprintf("p %v %d %d", h.Format, h.Vars, h.Clauses)
}
