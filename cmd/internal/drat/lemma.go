package drat

import (
	"fmt"
	"slices"
)

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
	case c.isRUP(x) || (!c.Strict || c.isDefinition(x)) && c.isRAT(x):
		c.hints.end(c, x)
		return ""
	case c.Strict || c.size(x) == 0:
		return "it does not follow by unit propagation (RUP)"
	}
	return fmt.Sprintf("it does not follow by unit propagation (RUP), nor do its resolvents on %d (RAT)", c.name(c.arena[x+1]))
}

// isDefinition reports whether the first variable of a lemma is none of the formula.
func (c *checker) isDefinition(x ref) bool {
	return c.size(x) > 0 && c.name(c.arena[x+1]).Var() > c.formula.Vars
}

// isRUP reports whether a clause follows by reverse unit propagation. It leaves its
// literals false.
func (c *checker) isRUP(x ref) bool {
	c.hints.begin(0)
	for _, l := range c.clause(x) {
		switch c.values[l] {
		case 1:
			c.needLiteral(l)
			return true
		case 0:
			c.assign(l^1, 0)
		}
	}
	return c.refutes()
}

// refutes reports whether unit propagation ends in a conflict, of which it marks the reasons.
func (c *checker) refutes() bool {
	conflict := c.propagate()
	if conflict != 0 {
		c.need(conflict)
	}
	return conflict != 0
}

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
	if c.isRATOn(first) {
		return true
	}
	for _, l := range c.clause(x) {
		if !c.Strict && l != first && int(c.positions[l>>1]) >= c.top && c.isRATOn(l) {
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
func (c *checker) isRATOn(pivot lit) bool {
	base := len(c.trail)
	c.hints.begin(base)
	for i := 0; i < len(c.occurs[pivot^1]) && !c.stopped.Load(); i++ {
		y := c.occurs[pivot^1][i]
		if y >= c.limit || c.has(y, gone) {
			continue
		}
		if c.Hints {
			c.hints.chain = append(c.hints.chain, y<<1|1)
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
	return c.refutes()
}

// need marks the clauses that make a clause false, and that clause.
func (c *checker) need(conflict ref) {
	c.todo = append(c.todo[:0], conflict)
	c.trace()
	if c.Hints {
		c.hints.chain = append(c.hints.chain, conflict<<1)
	}
}

// needLiteral marks the clauses that make a literal true or false.
func (c *checker) needLiteral(l lit) {
	c.todo = c.todo[:0]
	c.see(l >> 1)
	c.trace()
}

// see lets trace go on with the reason of a variable.
func (c *checker) see(v uint32) {
	if r := c.reasons[v]; r != 0 && !c.seen[v] {
		c.seen[v] = true
		c.seenVars = append(c.seenVars, v)
		c.todo = append(c.todo, r)
	}
}

// trace marks clauses and all reasons behind them. What stays on the trail stays
// seen, unless every hint is wanted.
func (c *checker) trace() {
	for len(c.todo) > 0 {
		x := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		c.mark(x)
		for _, l := range c.clause(x) {
			c.see(l >> 1)
		}
	}
	if c.Hints {
		c.hints.collect(c)
	}
	for _, v := range c.seenVars {
		c.seen[v] = !c.Hints && int(c.positions[v]) < c.top
	}
	c.seenVars = c.seenVars[:0]
}

// mark marks a clause and moves its watches to the lists of those.
func (c *checker) mark(x ref) {
	if c.has(x, marked) {
		return
	}
	c.arena[x] |= marked
	if c.Hints {
		c.hints.marked = append(c.hints.marked, x)
	}
	lits := c.clause(x)
	if c.occurs != nil {
		c.noteOccurrences(x)
	}
	if len(lits) < 2 {
		return
	}
	for _, l := range lits[:2] {
		list := c.watches[0][l]
		for i := range list {
			if list[i].ref>>1 == x {
				c.watches[1][l] = append(c.watches[1][l], list[i])
				list[i] = list[len(list)-1]
				c.watches[0][l] = list[:len(list)-1]
				break
			}
		}
	}
}

// hints are what WriteLRAT needs, lemma by lemma from the last to the first.
type hints struct {
	// lines hold of each lemma, the last of them the conflict: the reference, 0 for
	// the conflict; how many hints there are, and those, as references, shifted, with
	// a bit for one that a resolvent is formed with; how many clauses became marked,
	// which are needed no more after this line, and those.
	lines  []uint32
	starts []int

	base   int      // the length of the trail before the resolvents
	basis  []uint32 // positions in the trail below base whose reasons are hints
	chain  []uint32 // hints
	marked []ref
}

// begin forgets the hints of a check that has failed.
func (h *hints) begin(base int) { h.base, h.basis, h.chain = base, h.basis[:0], h.chain[:0] }

// collect adds the reasons that were seen in the order of the trail.
func (h *hints) collect(c *checker) {
	slices.SortFunc(c.seenVars, func(a, b uint32) int { return int(c.positions[a]) - int(c.positions[b]) })
	for _, v := range c.seenVars {
		if p := c.positions[v]; int(p) < h.base {
			h.basis = append(h.basis, p)
		} else {
			h.chain = append(h.chain, c.reasons[v]<<1)
		}
	}
}

// end completes the line of a lemma, or of the conflict if x is 0.
func (h *hints) end(c *checker, x ref) {
	if !c.Hints {
		return
	}
	slices.Sort(h.basis)
	h.basis = slices.Compact(h.basis)
	h.starts = append(h.starts, len(h.lines))
	h.lines = append(h.lines, x, uint32(len(h.basis)+len(h.chain)))
	for _, p := range h.basis {
		h.lines = append(h.lines, c.reasons[c.trail[p]>>1]<<1)
	}
	h.lines = append(append(h.lines, h.chain...), uint32(len(h.marked)))
	h.lines = append(h.lines, h.marked...)
	h.marked = h.marked[:0]
	h.begin(0)
}
