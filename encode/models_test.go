package encode

import (
	"slices"

	"queens/dimacs"
	"queens/dimacs/propagate"
)

// countModels returns the number of assignments of variables 1 to last, under the assumed literals, that
// extend to a model. It calls show for each of them, unless show is nil, with a function that returns the value
// of a literal. It branches on the variables in order, with unit propagation.
func countModels(f *dimacs.Formula, last int, show func(value func(dimacs.Lit) int8), assumed ...dimacs.Lit) int {
	p := propagate.New(f.Vars)
	for clause := range f.Clauses() {
		p.Add(clause...)
	}
	holds := func(lits ...dimacs.Lit) bool {
		p.Begin()
		return !slices.ContainsFunc(lits, func(l dimacs.Lit) bool { return !p.Assume(l) }) && p.Propagate() < 0
	}
	var count func(v int) int
	count = func(v int) (n int) {
		for v <= f.Vars && p.Value(dimacs.Lit(v)) != 0 {
			v++
		}
		if v > f.Vars {
			if show != nil {
				show(p.Value)
			}
			return 1
		}
		for _, l := range []dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
			if v > last && n > 0 {
				break
			}
			if holds(l) {
				n += count(v + 1)
			}
			p.Backtrack(p.Level() - 1)
		}
		return n
	}
	if !holds(assumed...) {
		return 0
	}
	return count(1)
}
