package drat

// A watch is an entry of a watch list: a clause, and another literal of the clause. If this
// literal, the blocker, is true, the clause is not visited.
type watch struct {
	ref     uint32 // twice the reference, plus 1 for a clause of two literals
	blocker lit
}

// assign makes a literal true and appends it to the trail. The reason is the clause that implied it, or 0.
func (c *checker) assign(l lit, reason ref) {
	c.values[l], c.values[l^1] = 1, -1
	c.reasons[l>>1] = reason
	c.positions[l>>1] = uint32(len(c.trail))
	c.trail = append(c.trail, l)
}

// backtrack unassigns all literals except the first n on the trail. Propagation does not visit these again,
// so that they must have been propagated.
func (c *checker) backtrack(n int) {
	for _, l := range c.trail[n:] {
		c.values[l], c.values[l^1] = 0, 0
		c.seen[l>>1] = false
	}
	c.trail = c.trail[:n]
	c.heads, c.resume = [2]int{n, n}, 0
}

// watch adds a clause of at least two literals to the watch lists of its first two literals, among
// the marked clauses if it is marked.
func (c *checker) watch(x ref) {
	lits, kind, r := c.clause(x), c.arena[x]&marked, x<<1
	if len(lits) == 2 {
		r |= 1
	}
	lists := c.watches[kind]
	lists[lits[0]] = append(lists[lits[0]], watch{r, lits[1]})
	lists[lits[1]] = append(lists[lits[1]], watch{r, lits[0]})
}

// propagate propagates all literals on the trail. It returns a false clause, or 0 without a
// conflict or if the context ends. After each literal that an unmarked clause implies, it continues
// with the marked clauses.
func (c *checker) propagate() ref {
	for !c.Stopped {
		for c.heads[1] < len(c.trail) && !c.Stopped {
			c.heads[1]++
			if x, _ := c.visit(1, c.trail[c.heads[1]-1]^1, 0); x != 0 {
				return x
			}
		}
		if c.heads[0] == len(c.trail) {
			return 0
		}
		x, next := c.visit(0, c.trail[c.heads[0]]^1, c.resume)
		if x != 0 {
			return x
		}
		if c.resume = next; next == 0 {
			c.heads[0]++
		}
	}
	return 0
}

// visit visits the watch list of l, a literal that has become false, in the unmarked (0) or marked (1)
// lists, from index i on. It assigns the literals that clauses imply, moves watches, and drops the entries
// of clauses that do not exist. It returns a false clause, or 0. In an unmarked list, it stops after a
// clause that implies a literal, and returns the index where to continue. At the end of the list, or if the
// context ends, both results are 0. After a conflict, next has no meaning.
func (c *checker) visit(kind int, l lit, i int) (conflict ref, next int) {
	lists, values, limit := c.watches[kind], c.values, c.limit<<1
	list := lists[l]
	c.Spend(len(list) - i)
	for i < len(list) {
		w := list[i]
		if values[w.blocker] > 0 {
			i++
			continue
		}
		x := w.ref >> 1
		if w.ref >= limit || c.arena[x]&gone != 0 {
			list[i] = list[len(list)-1]
			list = list[:len(list)-1]
			continue
		}
		other := w.blocker
		if w.ref&1 == 0 {
			size := c.arena[x] >> sizeShift
			lits := c.arena[x+header : x+header+size : x+header+size]
			other = lits[0] ^ lits[1] ^ l
			if values[other] > 0 {
				list[i].blocker = other
				i++
				continue
			}
			k := 2
			for k < len(lits) && values[lits[k]] < 0 {
				k++
			}
			if c.Spend(k) {
				break
			}
			if k < len(lits) {
				lits[0], lits[1], lits[k] = other, lits[k], l
				lists[lits[1]] = append(lists[lits[1]], watch{w.ref, other})
				list[i] = list[len(list)-1]
				list = list[:len(list)-1]
				continue
			}
		}
		i++
		if values[other] < 0 {
			lists[l] = list
			return x, i
		}
		c.assign(other, x)
		if kind == 0 && i < len(list) {
			lists[l] = list
			return 0, i
		}
	}
	lists[l] = list
	return 0, 0
}

// none is not a literal.
const none = ^lit(0)

// isRUP reports whether clause x without the literal without follows by reverse unit propagation. If so, it
// marks the clauses that this needs. If without is none, it leaves out no literal. Unless isRUP found a
// true literal, the literals other than without are false afterwards; the caller undoes the assignments. It
// reports false if the context ends before a conflict.
func (c *checker) isRUP(x ref, without lit) bool {
	if c.isSatisfied(x, without) {
		return true
	}
	for _, l := range c.clause(x) {
		switch {
		case l == without:
		case c.values[l] > 0: // a tautology
			return true
		case c.values[l] == 0:
			c.assign(l^1, 0)
		}
	}
	conflict := c.propagate()
	if conflict != 0 {
		c.need(conflict)
	}
	return conflict != 0
}

// isSatisfied reports whether a clause contains a true literal other than without, which may be none. If
// so, it marks the clauses that imply the true literal that was assigned first and, with Options.Hints,
// collects them as hints.
func (c *checker) isSatisfied(x ref, without lit) bool {
	earliest := none
	c.Spend(c.size(x))
	for _, l := range c.clause(x) {
		if l != without && c.values[l] > 0 && (earliest == none || c.positions[l>>1] < c.positions[earliest>>1]) {
			earliest = l
		}
	}
	if earliest == none {
		return false
	}
	c.see(earliest >> 1)
	c.trace()
	return true
}

// need marks a false clause and the clauses that make it false. With Options.Hints, it collects
// these as hints, and then the false clause.
func (c *checker) need(conflict ref) {
	c.todo = append(c.todo, conflict)
	c.trace()
	if c.Hints {
		c.hints.chain = append(c.hints.chain, conflict<<1)
	}
}

// see adds the reason of a variable to c.todo, if it has one and has not been seen.
func (c *checker) see(v uint32) {
	if r := c.reasons[v]; r != 0 && !c.seen[v] {
		c.seen[v] = true
		c.seenVars = append(c.seenVars, v)
		c.todo = append(c.todo, r)
	}
}

// trace marks the clauses in c.todo and, in turn, the reasons of their literals. With Options.Hints, it
// collects the reasons of the variables in c.seenVars as hints. Then it empties c.seenVars. Variables that
// stay on the trail after the lemma remain seen, except with Options.Hints, where each lemma needs all its
// hints. If the context ends, it stops early.
func (c *checker) trace() {
	for len(c.todo) > 0 && !c.Stopped {
		x := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		c.Spend(c.size(x))
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

// mark marks a clause and moves its watches to the lists of marked clauses. It adds the clause to c.occurs,
// unless that is nil, and with Options.Hints to c.hints.marked. It does nothing if the clause is marked
// already.
func (c *checker) mark(x ref) {
	if c.has(x, marked) {
		return
	}
	c.arena[x] |= marked
	if c.Hints {
		c.hints.marked = append(c.hints.marked, x)
	}
	if c.occurs != nil {
		c.noteOccurrences(x)
	}
	if c.size(x) < 2 {
		return
	}
	for _, l := range c.clause(x)[:2] {
		list := c.watches[0][l]
		for i := range list {
			if list[i].ref>>1 == x {
				c.Spend(i)
				c.watches[1][l] = append(c.watches[1][l], list[i])
				list[i] = list[len(list)-1]
				c.watches[0][l] = list[:len(list)-1]
				break
			}
		}
	}
}

// attach watches a new clause, if it has at least two literals, and propagates the literal that it implies.
// If a clause is false then, it sets c.conflict to this clause.
func (c *checker) attach(x ref) {
	n, satisfied := c.arrange(x)
	if c.size(x) >= 2 {
		c.watch(x)
	}
	switch {
	case n == 0:
		c.conflict = x
	case n == 1 && !satisfied:
		c.assign(c.clause(x)[0], x)
		c.conflict = c.propagate()
	}
}

// arrange moves the literals that are not false to the front of clause x, which must be in no watch list.
// If there are fewer than two, the false literal that was assigned last follows, because it will be
// unassigned first. It returns the number of literals that are not false, and whether one of them is true.
func (c *checker) arrange(x ref) (n int, satisfied bool) {
	lits := c.clause(x)
	for i, l := range lits {
		if c.values[l] >= 0 {
			satisfied = satisfied || c.values[l] > 0
			lits[i], lits[n] = lits[n], l
			n++
		}
	}
	for i := n + 1; i < len(lits) && n < 2; i++ {
		if c.positions[lits[i]>>1] > c.positions[lits[n]>>1] {
			lits[i], lits[n] = lits[n], lits[i]
		}
	}
	return n, satisfied
}

// restore undoes the deletion of a clause of at least two literals, which purge has removed from the watch
// lists, and watches it again.
func (c *checker) restore(x ref) {
	c.arena[x] &^= gone
	c.arrange(x)
	c.watch(x)
}

// withdraw removes the last clause, a lemma, and unassigns the literal that it implied and all
// later ones.
func (c *checker) withdraw(x ref) {
	c.limit = x
	if l, ok := c.implied(x); ok {
		c.backtrack(int(c.positions[l>>1]))
	}
}

// implied returns the literal that a clause is the reason of, and true, or 0 and false.
func (c *checker) implied(x ref) (lit, bool) {
	lits := c.clause(x)
	for _, l := range lits[:min(2, len(lits))] {
		if c.values[l] > 0 && c.reasons[l>>1] == x {
			return l, true
		}
	}
	return 0, false
}

// purge removes deleted clauses from the watch lists of unmarked clauses, and sets c.stale to 0.
func (c *checker) purge() {
	c.stale = 0
	for l, list := range c.watches[0] {
		n := 0
		for _, w := range list {
			if c.arena[w.ref>>1]&gone == 0 {
				list[n] = w
				n++
			}
		}
		c.watches[0][l] = list[:n]
	}
}
