package decode

import (
	"fmt"
	"strings"

	"queens/dimacs"
)

// A clauseChecker checks models against the clauses of a formula.
type clauseChecker struct {
	formula   *dimacs.Formula
	name      string
	values    dimacs.Assignment // all false between models
	projected []bool            // indexed by variable: in the projection; nil without a projection
	// propagator holds the clauses of the formula; nil before the first partial model.
	propagator *dimacs.Propagator
}

func newClauseChecker(f *dimacs.Formula, name string) clauseChecker {
	c := clauseChecker{formula: f, name: name}
	if f.Projection != nil && len(f.Projection) < f.Vars {
		c.projected = make([]bool, f.Vars+1)
		for _, v := range f.Projection {
			c.projected[v] = true
		}
	}
	return c
}

// check returns an error if the model has a variable that is not in the formula, or if it
// falsifies a clause. A variable without a value counts as false, because solvers leave out
// variables that occur in no clause.
//
// If the formula has a projection, and the model has values only for variables of the
// projection, the other variables are unassigned. Then check returns an error if unit
// propagation from the model falsifies a clause.
func (c *clauseChecker) check(model []dimacs.Lit) error {
	partial := c.projected != nil
	for _, l := range model {
		if l.Var() > c.formula.Vars {
			return fmt.Errorf("the model has a value for variable %d, but %s has only %s",
				l.Var(), c.name, count(c.formula.Vars, "variable"))
		}
		partial = partial && c.projected[l.Var()]
	}
	clause := c.falsified(model, partial)
	if clause == nil {
		return nil
	}
	return fmt.Errorf("the model falsifies a clause of %s: %s", c.name, clauseText(clause))
}

// falsified returns a clause that the model falsifies, or nil. A partial model assigns only the
// variables of the projection; unit propagation may assign others.
func (c *clauseChecker) falsified(model []dimacs.Lit, partial bool) (clause []dimacs.Lit) {
	for _, l := range model {
		c.values.SetLit(l)
	}
	if partial {
		clause = c.propagate()
	} else {
		clause = c.formula.Falsified(&c.values)
	}
	for _, l := range model {
		c.values.Set(l.Var(), false)
	}
	return clause
}

// propagate gives the variables of the projection their values, and returns a clause that unit
// propagation falsifies then, or nil.
func (c *clauseChecker) propagate() []dimacs.Lit {
	if c.propagator == nil {
		c.propagator = dimacs.NewPropagator(c.formula.Vars)
		for clause := range c.formula.Clauses() {
			c.propagator.Add(clause...)
		}
		c.propagator.Propagate()
	}
	p := c.propagator
	p.Backtrack(0)
	p.Begin()
	conflict := -1
	for _, v := range c.formula.Projection {
		if l := c.values.Lit(v); !p.Assume(l) { // the formula alone implies the complement
			conflict = p.Reason(l)
		}
	}
	if conflict < 0 {
		conflict = p.Propagate()
	}
	if conflict < 0 {
		return nil
	}
	n := 0
	for clause := range c.formula.Clauses() { // a clause of the propagator has another order of literals
		if n == conflict {
			return clause
		}
		n++
	}
	return nil
}

// clauseText returns the clause as in a CNF file, cut if it is long.
func clauseText(clause []dimacs.Lit) string {
	var b strings.Builder
	for i, l := range clause {
		if i == 12 {
			b.WriteString("... ")
			break
		}
		fmt.Fprintf(&b, "%d ", l)
	}
	return b.String() + "0"
}
