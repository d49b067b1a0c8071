package dimacs

import (
	"fmt"
	"strconv"
	"strings"

	"queens/dimacs/internal/lex"
)

const (
	wantTop        = "a weight of hard clauses from 1 to 9223372036854775807"
	wantSoftWeight = "a weight from 1 to 9223372036854775807"
)

// soft reports whether the options accept a WCNF.
func (o *Options) soft() bool { return o.Soft && o.Mode != Strict }

// beginsWCNF reports whether o accepts a WCNF and a line, which is not empty, is the first clause of a
// WCNF without a header: an h before a blank or the end of the line, or a digit if o.Name contains .wcnf.
func (o *Options) beginsWCNF(line []byte) bool {
	switch {
	case !o.soft():
		return false
	case line[0] == 'h':
		return len(line) == 1 || lex.IsBlank(line[1])
	}
	return lex.IsDigit(line[0]) && strings.Contains(o.Name, ".wcnf")
}

// hardWeight is the value of parser.weight for a hard clause.
const hardWeight = -1

// wcnf parses the token of a WCNF at data[i:], and returns the index after it: the h or the weight that
// begins a clause, or literals. Any other token is a fault.
func (p *parser) wcnf(data []byte, i int) (int, *fault) {
	if !p.open {
		return p.clauseWeight(data, i)
	} else if data[i] == '-' || lex.IsDigit(data[i]) {
		return p.literals(data, i)
	}
	return i, p.unexpected(data, i)
}

// clauseWeight reads the h or the weight that begins a clause of a WCNF at data[i:], sets p.weight, and
// returns the index after it. A weight of at least the top of the header becomes hardWeight. A sum of the
// other weights above MaxWeight is a fault. So are any other word, a weight above MaxWeight and, except in
// the relaxed mode, an h after a header.
//
// Sources: the formats of the MaxSAT Evaluations, `p wcnf VARIABLES CLAUSES TOP` until 2021 and
// lines `h ..` since 2022. CPMpy 0.10 writes lines `h ..` after a header, which the relaxed mode accepts.
func (p *parser) clauseWeight(data []byte, i int) (int, *fault) {
	want := wantSoftWeight
	if p.header.NoNumbers {
		want = "h or " + wantSoftWeight
	}
	w, end := lex.Number(data, i, MaxWeight)
	p.open = true
	letter := data[i] == 'h'
	if letter {
		w, end = hardWeight, i+1
	}
	switch {
	case end == i || w < 0 && !letter || end < len(data) && !lex.IsSpace(data[end]):
		return i, &fault{i, want, lex.Quote(data[i:]), ""}
	case letter && !p.header.NoNumbers && p.o.Mode != Relaxed:
		return i, &fault{i, want + ", as after the header `p wcnf`", "`h`, as without a header", relaxes}
	case p.header.Top > 0 && w >= p.header.Top:
		w = hardWeight
	case w > MaxWeight-p.sum:
		return i, &fault{i, "weights with a sum of at most 9223372036854775807", "a larger sum", ""}
	}
	p.weight = w
	p.sum += max(w, 0)
	return end, nil
}

// endSoft closes the unfinished soft clause, whose literals are lits, and counts it in p.softRead. It adds
// a copy to p.soft, unless its weight is 0.
func (p *parser) endSoft(lits []Lit) {
	p.open = false
	p.softRead++
	if p.weight > 0 {
		p.soft = append(p.soft, SoftClause{p.weight, append([]Lit{}, lits...)})
	}
}

// A SoftClause is a clause that a model may violate at the cost of its weight.
type SoftClause struct {
	Weight int64 // positive
	Lits   []Lit
}

// MaxWeight is the largest sum of the weights of soft clauses, and of the absolute values of the
// coefficients of a linear constraint, and the largest `top` of a header.
const MaxWeight = 1<<63 - 1

// AddSoft appends a copy of a soft clause to Soft and raises Vars to its largest variable. Like Add, it
// panics if the clause contains 0, -2^31 or a variable above Limit. Check returns an error if the
// weight is below 1, or if the sum of the weights exceeds MaxWeight.
func (f *Formula) AddSoft(weight int64, clause ...Lit) {
	f.Vars = max(f.Vars, f.largestIn(clause))
	f.Soft = append(f.Soft, SoftClause{weight, append([]Lit{}, clause...)})
}

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

// Objective returns the value of the objective of an OPB for a model of the given cost. For a WCNF, the
// value is the cost.
func (f *Formula) Objective(cost int64) int64 {
	if f.Maximize {
		return f.Offset - cost
	}
	return f.Offset + cost
}

// Hard returns f without its soft clauses and with the given clauses as hard ones. It shares memory with f
// and panics like With.
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

// SoftClause writes a soft clause of a WCNF: `weight l1 l2 .. 0`. A weight below 1 is an error, and then
// nothing is written.
func (w *Writer) SoftClause(weight int64, lits ...Lit) {
	if weight < 1 {
		w.fail(fmt.Errorf("a soft clause has the weight %d: expected at least 1", weight))
		return
	}
	w.text(strconv.FormatInt(weight, 10))
	w.text(" ")
	w.Clause(lits...)
}
