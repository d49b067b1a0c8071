package decode

import (
	"fmt"
	"strings"

	"queens/dimacs"
)

// clauseChecker checks models against the clauses of a formula.
type clauseChecker struct {
	formula *dimacs.Formula
	name    string
	values  dimacs.Assignment // all false between models
}

// check returns an error if the formula lacks a variable of the model, or if
// the model falsifies a clause. Variables without a value count as false, as
// solvers leave out those that occur in no clause.
func (c *clauseChecker) check(model []dimacs.Lit) error {
	for _, l := range model {
		if l.Var() > c.formula.Vars {
			return fmt.Errorf("the model has a value for variable %d, but %s has only %s",
				l.Var(), c.name, count(c.formula.Vars, "variable"))
		}
	}
	for _, l := range model {
		c.values.SetLit(l)
	}
	clause := c.formula.Falsified(&c.values)
	for _, l := range model {
		c.values.Set(l.Var(), false)
	}
	if clause == nil {
		return nil
	}
	return fmt.Errorf("the model falsifies a clause of %s: %s", c.name, clauseText(clause))
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
