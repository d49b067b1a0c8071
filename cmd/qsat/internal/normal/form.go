// Package normal brings a formula into the normal form that a conflict-driven
// engine needs: no clause has a literal twice, a literal and its complement, or
// fewer than two literals; what unit propagation fixes is gone; and the
// variables that are left are numbered from 1 without gaps.
package normal

import (
	"context"

	"queens/dimacs"
)

// A Form is a formula in normal form.
type Form struct {
	Unsat bool // unit propagation alone refutes the formula
	Fixed []dimacs.Lit
	// Names holds the variables of the formula that are left: variable v of
	// the form is Names[v-1] of the formula.
	Names []int32

	lits []int32 // of all clauses, in the variables of the form
	ends []int   // of each clause in lits
}

// NumClauses returns the number of clauses.
func (f *Form) NumClauses() int { return len(f.ends) }

// Clause returns the i-th clause, from 0. Its literals are those of DIMACS,
// in the variables of the form.
func (f *Form) Clause(i int) []int32 {
	start := 0
	if i > 0 {
		start = f.ends[i-1]
	}
	return f.lits[start:f.ends[i]:f.ends[i]]
}

// NumLits returns the number of literals in all clauses.
func (f *Form) NumLits() int { return len(f.lits) }

// Of returns the normal form of a formula and some unit clauses more. It
// returns the cause when ctx ends.
func Of(ctx context.Context, f *dimacs.Formula, units []dimacs.Lit) (*Form, error) {
	b := newBuilder(ctx, f)
	for c := range f.Clauses() {
		if b.clause(c); b.stopped() {
			return nil, context.Cause(ctx)
		}
	}
	for i := range units {
		b.clause(units[i : i+1])
	}
	if !b.unsat && len(b.fixed) > 0 {
		b.propagate()
	}
	if b.unsat {
		return &Form{Unsat: true}, nil
	}
	form := b.form()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return form, nil
}

// Index returns 2v for the variable v and 2v+1 for its negation, to index
// arrays by literal.
func Index(k int32) int {
	if k < 0 {
		return int(-2*k) + 1
	}
	return int(2 * k)
}
