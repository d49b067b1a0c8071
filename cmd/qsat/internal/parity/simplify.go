package parity

import (
	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// outer returns, indexed by variable, whether clauses that belong to no equation contain the
// variable. It returns nil if there is no such variable.
//
// Source: C.-S. Han and J.-H. R. Jiang, "When Boolean Satisfiability Meets Gaussian Elimination
// in a Simplex Way", CAV 2012, for equations between only these variables.
func outer(d *clause.Database, equations []argument.Equation) (is []bool) {
	count := make([]int, d.Vars+1) // indexed by variable: the number of its literals in other clauses
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
		for _, v := range e.Vars {
			count[v] -= 1 << (len(e.Vars) - 1)
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
