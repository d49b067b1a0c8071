package rup

import (
	"fmt"
	"slices"
)

// A checker holds the clauses known so far, closed under unit propagation. The
// first two literals of each clause are watched: unless a literal of the clause
// is fixed true, neither is fixed false.
type checker struct {
	vars    int
	clauses [][]int          // nil once deleted
	watched [][]int          // by literal: numbers of the clauses that watch it
	where   map[string][]int // numbers of the clauses with these literals
	value   []bool           // by literal: it is true
	trail   []int            // the true literals, in order
	refuted bool             // unit propagation ends in a false clause
}

func newChecker(vars int) *checker {
	return &checker{vars: vars, watched: make([][]int, 2*vars+2), value: make([]bool, 2*vars+2), where: map[string][]int{}}
}

// key names a clause, whatever the order of its literals.
func key(clause []int) string { return fmt.Sprint(clause) }

// sorted returns the literals in order, each once.
func sorted(clause []int) []int {
	list := slices.Clone(clause)
	slices.Sort(list)
	return slices.Compact(list)
}

// add adds a clause and propagates what it fixes.
func (c *checker) add(literals []int) {
	clause := sorted(literals)
	number := len(c.clauses)
	c.where[key(clause)] = append(c.where[key(clause)], number)
	c.clauses = append(c.clauses, clause)
	open := 0 // so many literals at the front are not false
	for i, l := range clause {
		if !c.value[l^1] {
			clause[open], clause[i] = l, clause[open]
			open++
		}
	}
	switch {
	case c.refuted || slices.ContainsFunc(clause, func(l int) bool { return c.value[l] }):
	case open == 0:
		c.refuted = true
	case open == 1:
		c.refuted = !c.assume(clause[0])
	default:
		c.watch(clause[0], number)
		c.watch(clause[1], number)
	}
}

func (c *checker) watch(l, number int) { c.watched[l] = append(c.watched[l], number) }

// remove deletes a clause and reports whether it was there.
func (c *checker) remove(literals []int) bool {
	k := key(sorted(literals))
	numbers := c.where[k]
	if len(numbers) == 0 {
		return false
	}
	last := len(numbers) - 1
	c.clauses[numbers[last]] = nil
	c.where[k] = numbers[:last]
	return true
}

// implied reports whether a clause follows by reverse unit propagation.
func (c *checker) implied(clause []int) bool {
	if c.refuted {
		return true
	}
	mark := len(c.trail)
	defer c.undo(mark)
	for _, l := range clause {
		if c.value[l] || !c.value[l^1] && !c.assume(l^1) {
			return true
		}
	}
	return false
}

// undo takes back what became true since the trail had mark literals.
func (c *checker) undo(mark int) {
	for _, l := range c.trail[mark:] {
		c.value[l] = false
	}
	c.trail = c.trail[:mark]
}

// assume makes a literal true, and those that follow by unit propagation. It
// returns false if a clause becomes false.
func (c *checker) assume(l int) bool {
	next := len(c.trail)
	c.set(l)
	for ; next < len(c.trail); next++ {
		if !c.visit(c.trail[next] ^ 1) {
			return false
		}
	}
	return true
}

func (c *checker) set(l int) {
	c.value[l] = true
	c.trail = append(c.trail, l)
}

// visit looks at the clauses that watch a literal, which has become false.
func (c *checker) visit(l int) bool {
	list := c.watched[l]
	kept := list[:0]
	ok := true
	for i, number := range list {
		clause := c.clauses[number]
		if clause == nil {
			continue
		}
		if clause[0] == l {
			clause[0], clause[1] = clause[1], l
		}
		if !c.value[clause[0]] && c.moves(clause, number) {
			continue
		}
		kept = append(kept, number)
		switch other := clause[0]; {
		case c.value[other]:
		case c.value[other^1]:
			kept = append(kept, list[i+1:]...)
			ok = false
		default:
			c.set(other)
		}
		if !ok {
			break
		}
	}
	c.watched[l] = kept
	return ok
}

// moves lets another literal of a clause be watched in place of its second, if
// there is one that is not false.
func (c *checker) moves(clause []int, number int) bool {
	for i := 2; i < len(clause); i++ {
		if !c.value[clause[i]^1] {
			clause[1], clause[i] = clause[i], clause[1]
			c.watch(clause[1], number)
			return true
		}
	}
	return false
}
