package dimacs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A SoftClause is a clause of a WCNF that a model may violate at the cost of its weight.
type SoftClause struct {
	Weight int64 // positive
	Lits   []Lit
}

// MaxWeight is the largest sum of the weights of soft clauses, and the largest `top` of a header.
const MaxWeight = 1<<63 - 1

// Cost returns the sum of the weights of the soft clauses that a violates. It ignores the hard
// clauses. The sum of all weights must be at most MaxWeight; see Check.
func (f *Formula) Cost(a *Assignment) int64 {
	cost := int64(0)
	for _, c := range f.Soft {
		if !a.Satisfies(c.Lits) {
			cost += c.Weight
		}
	}
	return cost
}

// SoftWeight returns the sum of the weights of all soft clauses, which must be at most MaxWeight.
func (f *Formula) SoftWeight() (sum int64) {
	for _, c := range f.Soft {
		sum += c.Weight
	}
	return sum
}

// Hard returns the formula of the hard clauses and the given clauses, with the variables of f. Like
// With, it shares memory with f.
func (f *Formula) Hard(clauses ...[]Lit) *Formula {
	g := f.With(clauses...)
	g.Soft = nil
	return g
}

// HardClause writes a hard clause of a WCNF: `h l1 l2 .. 0`.
func (w *Writer) HardClause(lits ...Lit) {
	w.text("h ")
	w.Clause(lits...)
}

// SoftClause writes a soft clause of a WCNF: `weight l1 l2 .. 0`. A weight below 1 is an error.
func (w *Writer) SoftClause(weight int64, lits ...Lit) {
	if weight < 1 {
		w.fail(fmt.Errorf("a soft clause has the weight %d: expected at least 1", weight))
		return
	}
	w.text(strconv.FormatInt(weight, 10))
	w.text(" ")
	w.Clause(lits...)
}

// softClauses writes the clauses of a WCNF, the hard clauses first. It returns the cause of ctx or
// the error of the writer.
func (w *Writer) softClauses(ctx context.Context, f *Formula) error {
	n := 0
	stops := func() bool {
		n++
		return n&0xfff == 0 && (ctx.Err() != nil || w.err != nil)
	}
	for c := range f.Clauses() {
		if stops() {
			break
		}
		w.HardClause(c...)
	}
	for _, c := range f.Soft {
		if stops() {
			break
		}
		w.SoftClause(c.Weight, c.Lits...)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return w.err
}

const (
	wantTop        = "a weight of hard clauses from 1 to 9223372036854775807"
	wantSoftWeight = "a weight from 1 to 9223372036854775807"
	wantSum        = "weights with a sum of at most 9223372036854775807"
)

// soft reports whether the options accept a WCNF.
func (o *Options) soft() bool { return o.Soft && o.Mode != Strict }

// beginsWCNF reports whether a line is the first clause of a WCNF without a header. A line that
// begins with a digit is one only if the name of the file contains .wcnf.
func (o *Options) beginsWCNF(line []byte) bool {
	switch {
	case !o.soft():
		return false
	case line[0] == 'h':
		return len(line) == 1 || isBlank(line[1])
	}
	return isDigit(line[0]) && strings.Contains(o.Name, ".wcnf")
}

// A softParser parses the chunks of a WCNF after its header, in order, into hard and soft
// clauses.
type softParser struct {
	parser // for literals, comments and positions
	header Header
	f      *Formula
	clause []Lit  // the literals of the unfinished clause
	open   bool   // a clause has begun: its weight was read
	hard   bool   // the unfinished clause is hard
	weight int64  // of the unfinished clause, if it is soft
	sum    int64  // of the weights of soft clauses
	number int64  // of clauses read
	zero   *fault // the first weight 0, or nil
}

// readSoft reads the text of a WCNF after a preamble. It works on one processor.
//
// Sources: the formats of the MaxSAT Evaluations, `p wcnf VARIABLES CLAUSES TOP` until 2021 and
// lines `h ..` since 2022.
func readSoft(ctx context.Context, chunks *chunker, pre *preamble, o *Options) (*Formula, error) {
	p := &softParser{parser: newParser(o, pre.header), header: pre.header, f: &Formula{Soft: []SoftClause{}}}
	p.grows = p.grows || pre.header.NoNumbers
	base, buf := pre.base, pre.buf
	for k := pre.after; ; {
		if err := pre.comments.mergeLong(k.skipped, &base, o.name()); err != nil {
			return nil, err
		}
		p.comments = comments{keys: o.Keys, keepLines: o.Lines}
		warned := p.zero != nil
		if f := p.parse(k); f != nil {
			return nil, base.after(span(k.data[:f.offset])).error(o.name(), f)
		}
		if p.zero != nil && !warned {
			p.f.Warnings = append(p.f.Warnings, base.after(span(k.data[:p.zero.offset])).error(o.name(), p.zero))
		}
		if err := pre.comments.merge(&p.comments, base, o.name()); err != nil {
			return nil, err
		}
		base = base.after(span(k.data))
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		var err error
		if k, buf, err = chunks.next(buf); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
	}
	if p.open && o.Mode != Relaxed {
		return nil, base.error(o.name(), cutOff())
	} else if p.open {
		p.endSoft()
	}
	if err := pre.finish(p.f, o, p.number, p.limit); err != nil {
		return nil, err
	}
	return p.f, nil
}

// parse parses the data of k, and returns the first fault, or nil.
func (p *softParser) parse(k chunk) *fault {
	data := k.data
	p.lineStart = !k.midLine
	if k.torn {
		return p.unexpected(data, 0)
	}
	for i := 0; i < len(data); {
		var f *fault
		switch c := data[i]; {
		case c == '\n':
			p.lineStart = true
			i++
			continue
		case isBlank(c):
			i++
			continue
		case c == 'c':
			end := lineEnd(data, i)
			p.comments.clauses = p.f.NumClauses()
			f = p.comments.add(data, i, end)
			i = end
		case p.open && (c == '-' || isDigit(c)):
			i, f = p.literal(data, i)
		case p.open:
			return p.unexpected(data, i)
		default:
			i, f = p.begin(data, i)
		}
		if f != nil {
			return f
		}
		p.lineStart = false
	}
	return nil
}

// begin reads the h or the weight that begins a clause at data[i:], and returns the index after
// it.
func (p *softParser) begin(data []byte, i int) (int, *fault) {
	want := wantSoftWeight
	if p.header.NoNumbers {
		want = "h or " + wantSoftWeight
	}
	end := i
	for end < len(data) && !isSpace(data[end]) {
		end++
	}
	p.clause, p.open = p.clause[:0], true
	if p.hard = p.header.NoNumbers && bytes.Equal(data[i:end], []byte("h")); p.hard {
		return end, nil
	}
	w, f := (&words{data: data, i: i, end: end}).count(want, MaxWeight)
	switch {
	case f != nil:
		return i, f
	case p.header.Top > 0 && w >= p.header.Top:
		p.hard = true
		return end, nil
	case w == 0 && p.zero == nil:
		p.zero = &fault{i, want, "0", "soft clauses of weight 0 are left out"}
	case w > MaxWeight-p.sum:
		return i, &fault{i, wantSum, "a larger sum", ""}
	}
	p.weight = w
	p.sum += w
	return end, nil
}

// literal reads a literal of the unfinished clause, or the 0 that ends it, and returns the index
// after it.
func (p *softParser) literal(data []byte, i int) (int, *fault) {
	l, end, f := p.integer(data, i)
	switch {
	case f != nil:
		return i, f
	case l != 0:
		p.clause = append(p.clause, l)
	default:
		p.endSoft()
	}
	return end, nil
}

// endSoft adds the unfinished clause to the formula, unless its weight is 0.
func (p *softParser) endSoft() {
	p.open = false
	p.number++
	switch {
	case p.hard:
		p.f.Add(p.clause...)
	case p.weight > 0:
		p.f.Soft = append(p.f.Soft, SoftClause{p.weight, append([]Lit{}, p.clause...)})
	}
}
