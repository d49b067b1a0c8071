package rup

import (
	"errors"
	"fmt"
	"slices"

	"queens/dimacs"
)

// A Checker checks a proof step by step. It holds the clauses known so far, closed
// under unit propagation. The first two literals of each clause are watched: unless
// a literal of the clause is fixed true, neither is fixed false.
type Checker struct {
	names   map[int]int      // by variable: its number from 0, in the order of first use
	clauses [][]int          // nil once deleted
	watched [][]int          // by literal: numbers of the clauses that watch it
	where   map[string][]int // numbers of the clauses with these literals
	value   []bool           // by literal: it is true
	trail   []int            // the true literals, in order
	refuted bool             // unit propagation ends in a false clause
}

// NewChecker returns a checker of proofs of a formula.
func NewChecker(f *dimacs.Formula) *Checker {
	c := &Checker{names: map[int]int{}, where: map[string][]int{}}
	for clause := range f.Clauses() {
		c.add(c.indices(clause))
	}
	return c
}

// Add adds a clause, or returns an error if it does not follow by unit
// propagation.
func (c *Checker) Add(clause []dimacs.Lit) error {
	literals := c.indices(clause)
	if !c.implied(literals) {
		return errors.New("the clause does not follow by unit propagation")
	}
	c.add(literals)
	return nil
}

// Delete deletes a clause, or returns an error if it is not there.
func (c *Checker) Delete(clause []dimacs.Lit) error {
	if !c.remove(c.indices(clause)) {
		return errors.New("expected a clause to delete, found one that is not there")
	}
	return nil
}

// indices returns literals as 2v for the variable v and 2v+1 for its negation,
// so that the complement of l is l^1, where variables are numbered by first use:
// a formula may have few that lie far apart.
func (c *Checker) indices(clause []dimacs.Lit) []int {
	list := make([]int, len(clause))
	for i, l := range clause {
		v, known := c.names[l.Var()]
		if !known {
			v = len(c.names)
			c.names[l.Var()] = v
			c.watched = append(c.watched, nil, nil)
			c.value = append(c.value, false, false)
		}
		list[i] = 2 * v
		if l < 0 {
			list[i]++
		}
	}
	return list
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
func (c *Checker) add(literals []int) {
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

func (c *Checker) watch(l, number int) { c.watched[l] = append(c.watched[l], number) }

// remove deletes a clause and reports whether it was there.
func (c *Checker) remove(literals []int) bool {
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
func (c *Checker) implied(clause []int) bool {
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
func (c *Checker) undo(mark int) {
	for _, l := range c.trail[mark:] {
		c.value[l] = false
	}
	c.trail = c.trail[:mark]
}

// assume makes a literal true, and those that follow by unit propagation. It
// returns false if a clause becomes false.
func (c *Checker) assume(l int) bool {
	next := len(c.trail)
	c.set(l)
	for ; next < len(c.trail); next++ {
		if !c.visit(c.trail[next] ^ 1) {
			return false
		}
	}
	return true
}

func (c *Checker) set(l int) {
	c.value[l] = true
	c.trail = append(c.trail, l)
}

// visit looks at the clauses that watch a literal, which has become false.
func (c *Checker) visit(l int) bool {
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
func (c *Checker) moves(clause []int, number int) bool {
	for i := 2; i < len(clause); i++ {
		if !c.value[clause[i]^1] {
			clause[1], clause[i] = clause[i], clause[1]
			c.watch(clause[1], number)
			return true
		}
	}
	return false
}
