package dimacs

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs/internal/lex"
)

const (
	wantTop        = "a weight of hard clauses from 1 to 9223372036854775807"
	wantSoftWeight = "h or a weight, such as 3, -2 or 0.5, of at most 9223372036854775807"
	wantSum        = "weights with a sum of at most 9223372036854775807 in units of the smallest fraction"
)

// soft reports whether the options accept a WCNF.
func (o *Options) soft() bool { return o.Soft && o.Mode != Strict }

// beginsWCNF reports whether o accepts a WCNF and a line, which is not empty, is the first clause of a
// WCNF without a header: an h before a blank or the end of the line, or a digit or a minus if o.Name contains .wcnf.
func (o *Options) beginsWCNF(line []byte) bool {
	switch {
	case !o.soft():
		return false
	case line[0] == 'h':
		return len(line) == 1 || lex.IsBlank(line[1])
	}
	return (lex.IsDigit(line[0]) || line[0] == '-') && strings.Contains(o.Name, ".wcnf")
}

// hardWeight is the value of parser.weight for a hard clause.
const hardWeight = -1

// maxNegative is the largest number of literals in a clause of negative weight. Its n soft clauses have about n^2/2
// literals; see endSoft.
const maxNegative = 256

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
// returns the index after it. A weight is an integer or a decimal fraction, and may be negative. It is counted in
// units of 10^-p.digits, which become smaller if the weight needs it. A weight of at least the top of the header
// becomes hardWeight. A sum of the other weights above MaxWeight is a fault, and so is any other word.
//
// Sources: the formats of the MaxSAT Evaluations, `p wcnf VARIABLES CLAUSES TOP` until 2021 and
// lines `h ..` since 2022. Files of others also have lines `h ..` after a header.
func (p *parser) clauseWeight(data []byte, i int) (int, *fault) {
	p.open, p.weight, p.negative = true, hardWeight, false
	end := i + 1
	if data[i] != 'h' {
		start, digits := i, 0
		if p.negative = data[i] == '-'; p.negative {
			start++
		}
		p.weight, end = lex.Number(data, start, MaxWeight)
		isHard := p.top > 0 && p.weight >= p.top && !p.negative
		if end > start && end < len(data) && data[end] == '.' {
			fraction := end + 1
			for end = fraction; end < len(data) && lex.IsDigit(data[end]); end++ {
			}
			last := len(bytes.TrimRight(data[fraction:end], "0"))
			text := append(slices.Clone(data[start:fraction-1]), data[fraction:fraction+last]...)
			digits = last
			p.weight, _ = lex.Number(text, 0, MaxWeight)
		}
		switch {
		case isHard:
			p.weight = hardWeight
		case end == start || p.weight < 0:
			return i, &fault{i, wantSoftWeight, lex.Quote(data[i:]), ""}
		case !p.scale(digits):
			return i, &fault{i, wantSum, "a larger sum", ""}
		}
	}
	switch {
	case end < len(data) && !lex.IsSpace(data[end]):
		return i, &fault{i, wantSoftWeight, lex.Quote(data[i:]), ""}
	case p.weight > MaxWeight-p.sum:
		return i, &fault{i, wantSum, "a larger sum", ""}
	}
	p.sum += max(p.weight, 0)
	return end, nil
}

// scale counts weights in units of 10^-digits if p.digits is smaller, and p.weight, which has the given number of
// digits, in units of 10^-p.digits. It reports whether all weights and their sum are at most MaxWeight then.
func (p *parser) scale(digits int) bool {
	times := func(n *int64, digits int) bool {
		for ; digits > 0 && *n != 0; digits-- {
			if *n > MaxWeight/10 || *n < -MaxWeight/10 {
				return false
			}
			*n *= 10
		}
		return true
	}
	more := digits - p.digits
	if more <= 0 {
		return times(&p.weight, -more)
	}
	if p.digits = digits; digits > 18 {
		return false
	}
	for i := range p.soft {
		times(&p.soft[i].Weight, more) // it is at most p.sum
	}
	return times(&p.linear.offset, more) && times(&p.sum, more)
}

// endSoft closes the unfinished soft clause, whose literals are lits, and counts it in p.softRead. It adds
// a copy to p.soft, unless its weight is 0.
//
// A clause l1 l2 .. of the negative weight -w costs -w unless it is satisfied. So it costs -w always, and w if it is
// satisfied: if l1 is true, or l2 is the first true literal, and so on. These are soft clauses of weight w, of which
// a model violates one or none: -l1, then l1 or -l2, and so on. It is a fault at index i if such a clause has more than
// maxNegative literals, or if the sum of all weights exceeds MaxWeight.
func (p *parser) endSoft(lits []Lit, i int) *fault {
	p.open = false
	p.softRead++
	switch {
	case p.weight == 0:
	case !p.negative:
		p.soft = append(p.soft, SoftClause{p.weight, append([]Lit{}, lits...)})
	default:
		switch n := int64(len(lits)); {
		case n > maxNegative:
			return &fault{i, "at most " + itoa(maxNegative) + " literals in a clause of negative weight", itoa(n), ""}
		case n > 1 && p.weight > (MaxWeight-p.sum)/(n-1):
			return &fault{i, wantSum, "a larger sum", ""}
		}
		p.sum += p.weight * int64(max(0, len(lits)-1))
		p.linear.offset -= p.weight
		for i, l := range lits {
			p.soft = append(p.soft, SoftClause{p.weight, append(slices.Clone(lits[:i]), -l)})
		}
	}
	return nil
}

// A SoftClause is a clause that a model may violate at the cost of its weight.
type SoftClause struct {
	Weight int64 // positive, in units of 10^-Digits of the formula
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

// Units returns the weight of n units, in which weights and costs are counted; see Formula.Digits.
func (f *Formula) Units(n *big.Int) *big.Rat {
	return new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(f.Digits)), nil))
}

// CostText returns Objective(cost) as a decimal number.
func (f *Formula) CostText(cost int64) string {
	return DecimalText(f.Units(big.NewInt(f.Objective(cost))))
}

// WeightText returns a sum of weights as a decimal number.
func (f *Formula) WeightText(sum int64) string { return DecimalText(f.Units(big.NewInt(sum))) }

// Hard returns f without its soft clauses and with the given clauses as hard ones. It shares memory with f
// and panics like With.
func (f *Formula) Hard(clauses ...[]Lit) *Formula {
	g := f.With(clauses...)
	g.Soft, g.Offset, g.Digits = nil, 0, 0
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
