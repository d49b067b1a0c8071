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
// for variables of the projection only, the others are unassigned: then a clause
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

// A partialChecker propagates the values of some variables to the others.
type partialChecker struct {
	values  []int8 // by variable: 1 true, -1 false, 0 unassigned
	changed bool
}

// falsified returns a clause that unit propagation from the model falsifies, or
// nil. Variables of the projection that the model lacks are false. It goes over
// the clauses again and again until nothing changes; encodings of queens, whose
// clauses are in the order in which values follow from each other, take few
// rounds.
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
		if clause := c.round(f); clause != nil {
			return clause
		}
	}
	return nil
}

// round goes over all clauses.
func (c *partialChecker) round(f *dimacs.Formula) []dimacs.Lit {
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

// unit makes the literal of a clause true that alone is unassigned while the
// others are false, and reports whether all are false.
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

// value returns 1 for a true literal, -1 for a false one.
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
