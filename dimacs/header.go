package dimacs

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Format is a format of formulas.
type Format int

// The formats of formulas. All but OPB have a name in the header `p NAME ..`.
const (
	CNF            Format = iota
	IncrementalCNF        // `p inccnf`, with cubes
	GCNF                  // with groups; see Options.Groups
	WCNF                  // with soft clauses; see Options.Soft
	OPB                   // with linear constraints, as are the next two; see Options.Linear
	KNF
	CNFPlus
)

// String returns the name of the format in the header.
func (f Format) String() string {
	return [...]string{"cnf", "inccnf", "gcnf", "wcnf", "opb", "knf", "cnf+"}[f]
}

// A Header is the `p` line of a CNF, or the header of another format.
type Header struct {
	Format    Format
	Vars      int   // number of variables, at most MaxVar
	Clauses   int64 // number of clauses or linear constraints
	NoNumbers bool  // neither number is known: `p inccnf`, and a WCNF or OPB without header
	Groups    int   // largest number of a group, in a GCNF
	Top       int64 // in `p wcnf`, the least weight of a hard clause; 0 means that all clauses are soft
}

// A preamble is the beginning of a text, up to the end of its header.
type preamble struct {
	header   Header
	at       position // of the header
	comments comments
	base     position // of the first byte after the header
	after    chunk    // the bytes after the header in the chunk that contains it
	buf      []byte   // the buffer of after
	bare     bool     // a comment is a header without its p
	starred  bool     // a comment begins with an asterisk, as in OPB
}

// byteOrderMark is the byte order mark with which some editors begin a file in UTF-8.
var byteOrderMark = []byte("\xef\xbb\xbf")

const (
	foundMark = "a byte order mark"
	hintMark  = "save the file without one"
)

const (
	wantHeader = "the header `p cnf VARIABLES CLAUSES`"
	wantVars   = "a number of variables of at most 2147483647"
)

// beginning describes the beginning of a text, for messages. It depends on the name, and on comments that
// begin with an asterisk.
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

// readPreamble reads the text up to the end of the header, and fails if there is no header.
func readPreamble(c *chunker, o *Options) (*preamble, error) {
	p := &preamble{}
	for {
		k, buf, err := c.next(p.buf)
		if err == io.EOF {
			return nil, p.base.error(o.Name, p.noHeader(nil, 0, 0, o))
		}
		if err != nil {
			return nil, err
		}
		p.buf = buf
		found, err := p.chunk(k, o)
		if found || err != nil {
			return p, err
		}
	}
}

// chunk reads the lines of k up to the header, and reports whether k contains the header.
func (p *preamble) chunk(k chunk, o *Options) (bool, error) {
	c := comments{o: o, clauses: beforeHeader}
	end, found, f := p.lines(k, &c, o)
	if f != nil {
		return false, p.base.after(span(k.data[:f.offset])).error(o.Name, f)
	}
	if err := p.comments.merge(&c, p.base, o.Name); err != nil {
		return false, err
	}
	p.at = p.at.after(p.base)
	p.base = p.base.after(span(k.data[:end]))
	p.after = chunk{data: k.data[end:], index: k.index, midLine: end > 0 && k.data[end-1] != '\n'}
	return found, nil
}

// lines reads the lines of k up to the header, and returns the index of the line after it. It
// sets p.at to the position of the header from the start of k. The result found reports whether
// k contains the header. The first clause of a WCNF without a header counts as an empty header.
func (p *preamble) lines(k chunk, c *comments, o *Options) (end int, found bool, f *fault) {
	if k.endless {
		return 0, false, endlessComment()
	}
	for i, midLine := 0, k.midLine; i < len(k.data); midLine = false {
		end := lineEnd(k.data, i)
		start := i
		for o.Mode != Strict && i < end && isBlank(k.data[i]) {
			i++
		}
		switch {
		case i == end && o.Mode != Strict: // an empty line
		case i < end && k.data[i] == 'c' && !midLine:
			p.bare = p.bare || isBareHeader(k.data[i:end])
			f = c.add(k.data, i, end)
		case i < end && k.data[i] == 'p' && !midLine:
			p.at = span(k.data[:i])
			f = p.header.read(k.data, i, end, o)
			found = true
		case i < end && k.data[i] == '*' && !midLine && o.linear():
			p.at, p.starred = span(k.data[:i]), true
			if found = isOPBHeader(k.data[i:end]); found {
				f = p.header.readOPB(k.data, i, end)
			} else {
				f = c.add(k.data, i, end)
			}
		case i < end && !midLine && o.beginsOPB(k.data[i:end], p.starred):
			p.at, p.header = span(k.data[:i]), Header{Format: OPB, NoNumbers: true}
			return start, true, nil
		case i < end && !midLine && o.beginsWCNF(k.data[i:end]):
			p.at, p.header = span(k.data[:i]), Header{Format: WCNF, NoNumbers: true}
			return start, true, nil
		default:
			f = p.noHeader(k.data, i, end, o)
			if bytes.HasPrefix(k.data[start:], byteOrderMark) {
				f = &fault{start, wantHeader, foundMark, hintMark}
			}
		}
		if i = min(end+1, len(k.data)); found || f != nil {
			return i, found, f
		}
	}
	return len(k.data), false, nil
}

// describe sets the fields of f that come from the header and the comments.
func (p *preamble) describe(f *Formula, name string) {
	f.Doubts = p.comments.warnings(name)
	f.Incremental = p.header.Format == IncrementalCNF
	f.Comments = slices.Clip(p.comments.kept)
	f.Lines = slices.Clip(p.comments.lines)
	f.Names = slices.Clip(p.comments.names)
	f.Projection = p.comments.projection().values()
	f.CountType = p.comments.countType
	f.Weights = slices.Concat(p.comments.allWeights...)
}

// finish sets the fields of f once the text has ended, and compares the counts with the header.
// The formula has the given number of clauses, and its largest variable is at most limit. A
// projection with a larger variable is an error, which f.ProjectionError may keep, except after
// `p inccnf`, where it raises f.Vars. A wrong count is an error or, in the relaxed mode, a warning.
func (p *preamble) finish(f *Formula, o *Options, clauses int64, limit Lit) error {
	p.describe(f, o.Name)
	f.Vars, f.largest = int(limit), int(limit)
	projection := p.comments.projection()
	if p.header.NoNumbers { // a projection may have larger variables
		f.Vars = max(f.Vars, projection.largest)
		return nil
	}
	if projection.largest > f.Vars {
		wrong := projection.at.error(o.Name, &fault{0, "a projection to variables of at most " + itoa(int64(f.Vars)), itoa(int64(projection.largest)), ""})
		if !o.DeferProjection {
			return wrong
		}
		f.Projection, f.ProjectionError = nil, wrong
	}
	mismatch := func(declared, found int64, what, hint string) *SyntaxError {
		return p.at.error(o.Name, &fault{0, itoa(declared) + what + " as the header says", itoa(found), hint})
	}
	if clauses != p.header.Clauses {
		what := " clauses"
		if p.header.Format >= OPB {
			what = " constraints"
		}
		if o.Mode != Relaxed {
			return mismatch(p.header.Clauses, clauses, what, relaxes)
		}
		f.Warnings = append(f.Warnings, mismatch(p.header.Clauses, clauses, what, ""))
	}
	if f.Vars > p.header.Vars {
		f.Warnings = append(f.Warnings, mismatch(int64(p.header.Vars), int64(f.Vars), " variables", ""))
	}
	return nil
}

// noHeader returns the fault for the line data[i:end], which is neither a comment nor a header, or
// for the end of the text.
func (p *preamble) noHeader(data []byte, i, end int, o *Options) *fault {
	want := o.beginning(p.starred)
	switch {
	case bytes.HasPrefix(data[i:end], []byte("P CNF")):
		return &fault{i, wantHeader, "`P CNF`", "write it in lower case"}
	case p.bare:
		return &fault{i, wantHeader, quote(data[i:end]), "a line before it looks like a header without its p"}
	case want == wantHeader && o.soft() && i < end && isDigit(data[i]):
		return &fault{i, want, quote(data[i:end]), "a WCNF that begins with a soft clause needs a name with .wcnf"}
	}
	return &fault{i, want, quote(data[i:end]), looksLike(data[i:end])}
}

// formats returns the formats that the options accept after `p`.
func (o *Options) formats() (list []Format) {
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
func namesOf(formats []Format) string {
	names, last := "", len(formats)-1
	for _, f := range formats[:last] {
		names += ", `" + f.String() + "`"
	}
	return names[2:] + " or `" + formats[last].String() + "`"
}

// read reads the header in data[i:end]. The strict mode accepts only its canonical form.
func (h *Header) read(data []byte, i, end int, o *Options) *fault {
	words := &words{data: data, i: i, end: end}
	if w := words.next(); string(w) != "p" {
		return &fault{i, wantHeader, quote(w), ""}
	}
	word := words.next()
	formats := o.formats()
	k := slices.IndexFunc(formats, func(f Format) bool { return f.String() == string(word) })
	switch {
	case k >= 0:
		h.Format = formats[k]
	case string(word) == GCNF.String():
		return &fault{words.start, namesOf(formats), quote(word), "GCNF is for questions about groups"}
	default:
		return &fault{words.start, namesOf(formats), quote(word), ""}
	}
	var f *fault
	count := func(want string, most int64) (n int64) {
		if f == nil {
			n, f = words.count(want, most)
		}
		return n
	}
	if h.NoNumbers = h.Format == IncrementalCNF; !h.NoNumbers {
		h.Vars = int(count(wantVars, MaxVar))
		h.Clauses = count("a number of clauses below 2^63", 1<<63-1)
	}
	if h.Format == GCNF {
		h.Groups = int(count("a number of groups of at most 2147483647", MaxVar))
	}
	if ahead := *words; h.Format == WCNF && len(ahead.next()) > 0 {
		if h.Top = count(wantTop, MaxWeight); f == nil && h.Top == 0 {
			f = &fault{words.start, wantTop, "0", ""}
		}
	}
	if f != nil {
		return f
	}
	if o.Mode == Strict && (string(data[i:words.i]) != h.canonical() || words.i != end || end == len(data)) {
		return &fault{i, "`" + h.canonical() + "` and a newline in the strict mode", "other bytes", ""}
	}
	return trailing(data, words.i, end)
}

// canonical returns the header in the form that every solver reads.
func (h *Header) canonical() string {
	switch {
	case h.NoNumbers:
		return "p " + h.Format.String()
	case h.Format == GCNF:
		return fmt.Sprintf("p gcnf %d %d %d", h.Vars, h.Clauses, h.Groups)
	}
	return fmt.Sprintf("p %v %d %d", h.Format, h.Vars, h.Clauses)
}
