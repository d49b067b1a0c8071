package decode

import (
	"fmt"
	"strings"

	"queens/dimacs"
)

// clauseChecker checks models against the clauses of a formula.
type clauseChecker struct {
	formula   *dimacs.Formula
	name      string
	values    dimacs.Assignment // all false between models
	projected []bool            // by variable; nil without a projection
	partial   partialChecker
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

// check returns an error if the formula lacks a variable of the model, or if
// the model falsifies a clause. Variables without a value count as false, as
// solvers leave out those that occur in no clause. But if the model has values
// for variables of the projection only, the others are free: then a clause
// counts as falsified if unit propagation from the model falsifies it.
func (c *clauseChecker) check(model []dimacs.Lit) error {
	partial := c.projected != nil
	for _, l := range model {
		if l.Var() > c.formula.Vars {
			return fmt.Errorf("the model has a value for variable %d, but %s has only %s",
				l.Var(), c.name, count(c.formula.Vars, "variable"))
		}
		partial = partial && c.projected[l.Var()]
	}
	var clause []dimacs.Lit
	if partial {
		clause = c.partial.falsified(c.formula, model)
	} else {
		clause = c.falsified(model)
	}
	if clause == nil {
		return nil
	}
	return fmt.Errorf("the model falsifies a clause of %s: %s", c.name, clauseText(clause))
}

// falsified returns a clause that a complete model does not satisfy.
func (c *clauseChecker) falsified(model []dimacs.Lit) []dimacs.Lit {
	for _, l := range model {
		c.values.SetLit(l)
	}
	clause := c.formula.Falsified(&c.values)
	for _, l := range model {
		c.values.Set(l.Var(), false)
	}
	return clause
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
