package parity

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// A short equation is one of one variable or two that an addition left, with its number.
type short struct {
	equation
	number int32
}

// held is added to the count of an outer variable, so that it is never in one row alone.
const held = 1 << 30

// outer tells the variables that other clauses than those of the equations are about; nil if
// there are none.
//
// Source: C.-S. Han and J.-H. R. Jiang, "When Boolean Satisfiability Meets Gaussian Elimination
// in a Simplex Way", CAV 2012, for equations among these alone.
func outer(ctx context.Context, d *clause.Database, equations []equation) (is []bool) {
	count := make([]int, d.Vars+1) // by variable: its literals in other clauses
	for c := range d.All(ctx) {
		for _, l := range d.Lits(c) {
			count[l.Var()]++
		}
	}
	for l := range clause.Until(ctx, d.Literals) {
		for _, w := range d.Watching(l) {
			if w.IsBinary() {
				count[l.Var()]++
			}
		}
	}
	for _, e := range equations {
		for _, v := range e.vars {
			count[v] -= 1 << (len(e.vars) - 1)
		}
	}
	for v, n := range count {
		if n > 0 && is == nil {
			is = make([]bool, d.Vars+1)
		}
		if n > 0 {
			is[v] = true
		}
	}
	return is
}

// hold has some variables eliminated after all others.
func (e *elimination) hold(outer []bool) {
	e.outer = outer
	for v, is := range outer {
		if is {
			e.count[v] += held
		}
	}
}

// release has them eliminated like others.
func (e *elimination) release() {
	for v, is := range e.outer {
		if is {
			e.count[v] -= held - 1
			e.lose(uint32(v))
		}
	}
	e.outer = nil
}

// simplify returns a task with clauses for the short equations. What is proved later has other
// new variables than their proof.
func (c *Contradiction) simplify(ctx context.Context, t *engine.Task, names []int32, lines int) (*engine.Task, error) {
	var numbers []int32
	var clauses [][]dimacs.Lit
	take := func(lits []dimacs.Lit) error {
		clauses = append(clauses, slices.Clone(lits))
		return nil
	}
	for _, s := range c.short {
		r := &relation{odd: s.odd}
		for _, v := range s.vars {
			r.vars = append(r.vars, dimacs.Lit(names[v]))
		}
		(&proof{}).clauses(take, r)
		numbers = append(numbers, s.number)
	}
	u := t.Under(nil)
	u.Formula = t.Formula.With(clauses...)
	if t.Proof == nil {
		return u, nil
	}
	if c.need(numbers...); c.Lines() > lines {
		return t, nil
	}
	p := newProof(t.Proof, c, names, t.Formula.Vars)
	err := p.write(ctx, func(n int32) *chain { return p.begin(c.equations[n]) })
	if err != nil {
		return t, err
	}
	for _, lits := range clauses { // the links of a chain say it by way of a sum
		p.err = cmp.Or(p.err, t.Proof.Add(lits))
	}
	for _, n := range numbers {
		p.release(p.chains[n].links...)
	}
	u.Proof = symmetry.Beyond(t.Proof, t.Formula.Vars, int(p.fresh))
	return u, p.err
}
