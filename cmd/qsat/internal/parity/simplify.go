package parity

import "queens/cmd/qsat/internal/clause"

// held is added to the count of an outer variable, so that it is never in one row alone.
const held = 1 << 30

// outer tells the variables that other clauses than those of the equations are about; nil if
// there are none.
//
// Source: C.-S. Han and J.-H. R. Jiang, "When Boolean Satisfiability Meets Gaussian Elimination
// in a Simplex Way", CAV 2012, for equations among these alone.
func outer(d *clause.Database, equations []equation) (is []bool) {
	count := make([]int, d.Vars+1) // by variable: its literals in other clauses
	for c := range d.All {
		for _, l := range d.Lits(c) {
			count[l.Var()]++
		}
	}
	for l := range d.Literals {
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
