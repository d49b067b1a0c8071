package dimacs

import (
	"fmt"
	"strconv"
)

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
