package drat

import "fmt"

// checkLemma checks a lemma that was withdrawn, if it is marked. It returns why it does not
// follow, empty if it does.
func (c *checker) checkLemma(x ref) (wrong string) {
	if !c.Strict && !c.has(x, marked) {
		return ""
	}
	c.counts.Checked++
	c.top = len(c.trail)
	defer c.backtrack(c.top)
	switch {
	case c.isDefinition(x) && c.isBlocked(x), c.isRUP(x, none) || (!c.Strict || c.isDefinition(x)) && c.isRAT(x):
		c.hints.end(c, x)
		return ""
	case c.Strict || c.size(x) == 0:
		return "it does not follow by unit propagation (RUP)"
	}
	return fmt.Sprintf("it does not follow by unit propagation (RUP), nor do its resolvents on %d (RAT)", c.name(c.arena[x+first]))
}

// isDefinition reports whether the first variable of a lemma is none of the formula.
func (c *checker) isDefinition(x ref) bool {
	return c.size(x) > 0 && c.name(c.arena[x+first]).Var() > c.formula.Vars
}

// isBlocked reports whether the resolvents of a lemma on its first literal are satisfied when
// its literals are false, without any propagation: so definitions of a new variable are
// checked in the time that their clauses take, and not in that of what they are about.
//
// Source: O. Kullmann, "On a Generalization of Extended Resolution", Discrete Applied
// Mathematics 96-97, 1999.
func (c *checker) isBlocked(x ref) bool {
	for _, l := range c.clause(x) {
		if c.values[l] != 0 {
			return false
		}
	}
	for _, l := range c.clause(x) {
		c.assign(l^1, 0)
	}
	if c.isRATOn(c.arena[x+first], c.isSatisfied) {
		return true
	}
	c.backtrack(c.top)
	c.hints.begin(0)
	return false
}

// isRAT reports whether a clause that is no RUP, and whose literals are false and
// propagated, has a literal on which all resolvents with marked clauses are: its
// first, as the format has it, or another one, which drat-trim takes as well.
// Clauses that are not marked are not needed by later steps: only Strict looks at them,
// and takes a definition for its first literal alone.
func (c *checker) isRAT(x ref) bool {
	begins := c.arena[x+first]
	if c.size(x) == 0 || int(c.positions[begins>>1]) < c.top {
		return false
	}
	if c.isRATOn(begins, c.isRUP) {
		return true
	}
	for _, l := range c.clause(x) {
		if !c.Strict && l != begins && int(c.positions[l>>1]) >= c.top && c.isRATOn(l, c.isRUP) {
			c.arena[x+first] = l
			return true
		}
	}
	return false
}

// noteOccurrences adds a clause to the lists of its literals.
func (c *checker) noteOccurrences(x ref) {
	c.spend(c.size(x))
	for _, l := range c.clause(x) {
		c.occurs[l] = append(c.occurs[l], x)
	}
}

// isRATOn reports whether the resolvents of a lemma on a literal follow. Clauses that become
// marked meanwhile count, too.
func (c *checker) isRATOn(pivot lit, follows func(y ref, without lit) bool) bool {
	if c.occurs == nil {
		c.occurs = make([][]ref, len(c.values))
		for y := ref(firstRef); y < c.limit; y = c.next(y) {
			if c.spend(1) {
				return false
			}
			if c.Strict || c.has(y, marked) {
				c.noteOccurrences(y)
			}
		}
	}
	base := len(c.trail)
	c.hints.begin(base)
	for i := 0; i < len(c.occurs[pivot^1]) && !c.spend(1); i++ {
		y := c.occurs[pivot^1][i]
		if y >= c.limit || c.has(y, gone) {
			continue
		}
		if c.Hints {
			c.hints.chain = append(c.hints.chain, y<<1|1)
		}
		does := follows(y, pivot^1)
		if c.backtrack(base); !does {
			return false
		}
	}
	c.counts.RAT++
	return !c.stopped
}
