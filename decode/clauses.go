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

// check returns an error if the model has a variable that is not in the formula, or if it
// falsifies a clause. A variable without a value counts as false, because solvers leave out
// variables that occur in no clause. An exception is a model that has values only for variables
// of the projection. Then the other variables are unassigned, and the error is that unit
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

// falsified returns a clause that the model falsifies, or nil. Variables without a value are
// false.
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

// A partialChecker checks partial models by unit propagation.
type partialChecker struct {
	values  []int8 // indexed by variable: 1 true, -1 false, 0 unassigned
	changed bool   // set gave a variable a value
}

// falsified returns a clause that unit propagation from the model falsifies, or nil. Variables
// of the projection without a value are false. It passes over all clauses until nothing
// changes. In the encodings of queens, clauses are in the order of propagation, so a few passes
// suffice.
func (c *partialChecker) falsified(f *dimacs.Formula, model []dimacs.Lit) []dimacs.Lit {
	if len(c.values) != f.Vars+1 {
		c.values = make([]int8, f.Vars+1)
	}
	clear(c.values)
	for _, v := range f.Projection {
		c.values[v] = -1
	}
	for _, l := range model {
		c.set(l)
	}
	for c.changed = true; c.changed; {
		c.changed = false
		if clause := c.pass(f); clause != nil {
			return clause
		}
	}
	return nil
}

// pass visits all clauses once. It returns the first falsified clause, or nil.
func (c *partialChecker) pass(f *dimacs.Formula) []dimacs.Lit {
	for pairs := range f.PairBlocks() {
		for i := range pairs {
			a, b := c.value(pairs[i][0]), c.value(pairs[i][1])
			switch {
			case a > 0 || b > 0 || a == 0 && b == 0:
			case a < 0 && b < 0:
				return pairs[i][:]
			case a < 0:
				c.set(pairs[i][1])
			default:
				c.set(pairs[i][0])
			}
		}
	}
	for clause := range f.LongClauses() {
		if c.unit(clause) {
			return clause
		}
	}
	return nil
}

// unit makes the last literal of a unit clause true. It reports whether the clause is
// falsified.
func (c *partialChecker) unit(clause []dimacs.Lit) (falsified bool) {
	unassigned := dimacs.Lit(0)
	for _, l := range clause {
		switch v := c.value(l); {
		case v > 0 || v == 0 && unassigned != 0 && unassigned != l:
			return false
		case v == 0:
			unassigned = l
		}
	}
	if unassigned == 0 {
		return true
	}
	c.set(unassigned)
	return false
}

// value returns 1 if l is true, -1 if it is false, and 0 if it is unassigned.
func (c *partialChecker) value(l dimacs.Lit) int8 {
	if l < 0 {
		return -c.values[-l]
	}
	return c.values[l]
}

// set makes l true.
func (c *partialChecker) set(l dimacs.Lit) {
	c.changed = true
	if l < 0 {
		c.values[-l] = -1
	} else {
		c.values[l] = 1
	}
}

// clauseText returns the clause as in a CNF file. After 12 literals it writes "..." for the
// rest.
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
