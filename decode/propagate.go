package decode

import "queens/dimacs"

// A partialChecker follows what a model of some variables means for the others.
type partialChecker struct {
	values  []int8 // by variable: 1 true, -1 false, 0 unknown
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

// unit makes the last literal of a clause true that is not false, and reports
// whether there is none.
func (c *partialChecker) unit(clause []dimacs.Lit) (falsified bool) {
	open := dimacs.Lit(0)
	for _, l := range clause {
		switch v := c.value(l); {
		case v > 0 || v == 0 && open != 0 && open != l:
			return false
		case v == 0:
			open = l
		}
	}
	if open == 0 {
		return true
	}
	c.set(open)
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
