package drat

import "fmt"

// checkLemma checks a lemma after withdraw has removed it, marks the clauses that it needs, and stores its
// hints. It returns the reason why the lemma does not follow, or "". An unmarked lemma is checked only in
// strict mode. Its assignments are undone. If the context ends, the result has no meaning.
func (c *checker) checkLemma(x ref) (wrong string) {
	if !c.Strict && !c.has(x, marked) {
		return ""
	}
	c.statistics.Checked++
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

// isDefinition reports whether the first variable of a lemma does not belong to the formula. For an empty
// lemma it reports false.
func (c *checker) isDefinition(x ref) bool {
	return c.size(x) > 0 && c.name(c.arena[x+first]).Var() > c.formula.Vars
}

// isBlocked reports whether a lemma, which is not empty, is a blocked clause: all its literals are
// unassigned, and when they are false, all resolvents on its first literal contain a true literal. As in
// isRATOn, only marked clauses count, except in strict mode. This check needs no propagation. It makes the
// check of a clause that defines a new variable as fast as reading the clauses of that variable. If
// isBlocked reports true, the literals stay false. Otherwise the literals are unassigned again, and the
// hints discarded.
//
// Source: O. Kullmann, "On a Generalization of Extended Resolution", Discrete Applied Mathematics 96-97,
// 1999.
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

// isRAT reports whether a lemma that is not RUP is RAT. Its literals must be false and
// propagated, as isRUP leaves them. It tries the first literal, as the format says, and then the
// others, as drat-trim does; it records the literal that it finds as the first. In strict mode it
// tries only the first. Only resolvents with marked clauses count, except in strict mode, because
// later steps do not need the other clauses. A literal that was assigned before the check is not
// tried. If the first literal was, or if the lemma is empty, isRAT reports false.
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

// noteOccurrences adds a clause to the lists c.occurs of its literals. There must be such lists: c.occurs
// must not be nil.
func (c *checker) noteOccurrences(x ref) {
	c.Spend(c.size(x))
	for _, l := range c.clause(x) {
		c.occurs[l] = append(c.occurs[l], x)
	}
}

// isRATOn reports whether all resolvents of a lemma on the literal pivot follow, and undoes the assignments
// of each. If so, it counts the lemma as RAT. The function follows checks the resolvent with clause y;
// without is the literal of y to leave out. Only resolvents with marked clauses count, also with clauses
// that become marked meanwhile; in strict mode all clauses count. Earlier hints are discarded. isRATOn
// reports false if the context ends.
func (c *checker) isRATOn(pivot lit, follows func(y ref, without lit) bool) bool {
	if c.occurs == nil {
		c.occurs = make([][]ref, len(c.values))
		for y := ref(firstRef); y < c.limit; y = c.next(y) {
			if c.Spend(1) {
				return false
			}
			if c.Strict || c.has(y, marked) {
				c.noteOccurrences(y)
			}
		}
	}
	base := len(c.trail)
	c.hints.begin(base)
	for i := 0; i < len(c.occurs[pivot^1]) && !c.Spend(1); i++ {
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
	c.statistics.RAT++
	return !c.Stopped
}
