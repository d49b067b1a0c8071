package drat

// isRAT reports whether a clause that is no RUP, and whose literals are false and
// propagated, has a literal on which all resolvents with marked clauses are: its
// first, as the format has it, or another one, which drat-trim takes as well.
// Clauses that are not marked are not needed by later steps: only Strict looks at them,
// and takes a definition for its first literal alone.
func (c *checker) isRAT(x ref) bool {
	first := c.arena[x+1]
	if c.size(x) == 0 || int(c.positions[first>>1]) < c.top {
		return false
	}
	if c.occurs == nil {
		c.occurs = make([][]ref, len(c.values))
		for y := ref(firstRef); y < x; y = c.next(y) {
			if c.Strict || c.has(y, marked) {
				c.noteOccurrences(y)
			}
		}
	}
	c.counts.RAT++
	base := len(c.trail)
	if c.isRATOn(first, base) {
		return true
	}
	if c.Strict {
		return false
	}
	for _, l := range c.clause(x) {
		if l != first && int(c.positions[l>>1]) >= c.top && c.isRATOn(l, base) {
			c.arena[x+1] = l
			return true
		}
	}
	return false
}

func (c *checker) noteOccurrences(x ref) {
	for _, l := range c.clause(x) {
		c.occurs[l] = append(c.occurs[l], x)
	}
}

// isRATOn reports whether the resolvents on a literal follow. Clauses that become
// marked meanwhile count, too.
func (c *checker) isRATOn(pivot lit, base int) bool {
	c.hints.begin(base)
	for i := 0; i < len(c.occurs[pivot^1]) && !c.stopped.Load(); i++ {
		y := c.occurs[pivot^1][i]
		if y >= c.limit || c.has(y, gone) {
			continue
		}
		if c.Hints {
			c.hints.candidate(y)
		}
		holds := c.isResolventRUP(y, pivot)
		c.backtrack(base)
		if !holds {
			return false
		}
	}
	return !c.stopped.Load()
}

// isResolventRUP reports whether the resolvent on a literal of the lemma, whose
// literals are false, with a clause follows.
func (c *checker) isResolventRUP(y ref, pivot lit) bool {
	earliest := pivot
	for _, l := range c.clause(y) {
		if l != pivot^1 && c.values[l] > 0 && (earliest == pivot || c.positions[l>>1] < c.positions[earliest>>1]) {
			earliest = l
		}
	}
	if earliest != pivot {
		c.needLiteral(earliest)
		return true
	}
	for _, l := range c.clause(y) {
		if c.values[l] == 0 {
			c.assign(l^1, 0)
		}
	}
	conflict := c.propagate()
	if conflict != 0 {
		c.need(conflict)
	}
	return conflict != 0
}
