package encode

import (
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// A modelCounter counts the models of a formula: it branches on the variables in order and uses unit
// propagation. It is fast enough for boards of size 10.
type modelCounter struct {
	*propagate.Propagator
	vars int
}

func newModelCounter(f *dimacs.Formula) *modelCounter {
	c := &modelCounter{propagate.New(f.Vars), f.Vars}
	for clause := range f.Clauses() {
		c.Add(clause...)
	}
	return c
}

// assume assigns the literals, and all literals that follow by unit propagation, on a new level. It
// reports whether no clause is falsified.
func (c *modelCounter) assume(lits ...dimacs.Lit) bool {
	c.Begin()
	for _, l := range lits {
		if !c.Assume(l) {
			return false
		}
	}
	return c.Propagate() < 0
}

// models returns the number of assignments of variables 1 to last, under the assumed literals, that
// extend to a model. It calls show for each of these models, unless show is nil.
func (c *modelCounter) models(last int, show func(), lits ...dimacs.Lit) int {
	if !c.assume(lits...) {
		return 0
	}
	return c.branch(1, last, show)
}

// branch returns the number of assignments of the variables from v to last that extend to a
// model, given the values of the variables before v. For a variable after last it stops at
// the first value that leads to a model.
func (c *modelCounter) branch(v, last int, show func()) (n int) {
	for v <= c.vars && c.Value(dimacs.Lit(v)) != 0 {
		v++
	}
	if v > c.vars {
		if show != nil {
			show()
		}
		return 1
	}
	level := c.Level()
	for _, l := range []dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
		if v > last && n > 0 {
			break
		}
		if c.assume(l) {
			n += c.branch(v+1, last, show)
		}
		c.Backtrack(level)
	}
	return n
}
