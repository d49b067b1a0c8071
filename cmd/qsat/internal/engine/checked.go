package engine

import (
	"fmt"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/dimacs"
)

// Check returns an error if a is not a model, with a clause or an assumption that it does
// not satisfy.
func Check(t *Task, a *dimacs.Assignment) error {
	falsified := t.Formula.Falsified(a)
	for i, l := range t.Assume {
		if !a.Holds(l) {
			falsified = t.Assume[i : i+1]
		}
	}
	if falsified == nil {
		return nil
	}
	return fmt.Errorf("internal error: the model found does not satisfy the clause %v", falsified)
}

const (
	// tableAfter is after how many models a table is worth the time to build it.
	tableAfter = 32
	// tableVars bounds the variables: a table has two bits for two of them.
	tableVars = 2048
)

// A checker checks many assignments of one task. If the formula has more binary clauses
// than it takes words to hold a set of literals for each variable, it builds a table of
// such sets after some of them: all models of a board of 13 in the pairwise encoding
// take half the time. A set has bits for the variables, from 0, and as many behind those
// for their negations.
type checker struct {
	task   *Task
	checks int
	half   int             // words for one literal of each variable
	first  bitset.Set[int] // the first literals of binary clauses,
	// implied holds for each of them those that have to be true when it is false.
	implied []bitset.Set[int]
	long    [][]dimacs.Lit  // the other clauses, and the assumptions
	holds   bitset.Set[int] // the literals that are true; nil without a table
}

// check returns what Check does.
func (c *checker) check(a *dimacs.Assignment) error {
	if c.checks++; c.checks == tableAfter {
		c.tabulate()
	}
	if c.holds != nil && c.isModel(a) {
		return nil
	}
	return Check(c.task, a)
}

// tabulate builds the table unless it would be large.
func (c *checker) tabulate() {
	f := c.task.Formula
	if c.half = f.Vars>>6 + 1; f.Vars > min(tableVars, f.NumClauses()/(2*c.half)) {
		return
	}
	c.first, c.holds = bitset.New[int](128*c.half), bitset.New[int](128*c.half)
	c.implied, c.long = make([]bitset.Set[int], 128*c.half), slices.Collect(f.LongClauses())
	for pairs := range f.PairBlocks() {
		for _, p := range pairs {
			k, l := c.bit(p[0]), c.bit(p[1])
			if c.implied[k] == nil {
				c.first.Add(k)
				c.implied[k] = bitset.New[int](128 * c.half)
			}
			c.implied[k].Add(l)
		}
	}
	for i := range c.task.Assume {
		c.long = append(c.long, c.task.Assume[i:i+1])
	}
}

// bit returns the bit of a literal in a set.
func (c *checker) bit(l dimacs.Lit) int {
	if l < 0 {
		return c.half<<6 + l.Var()
	}
	return l.Var()
}

// isModel reports whether a is a model, of binary clauses by the table.
func (c *checker) isModel(a *dimacs.Assignment) bool {
	a.Bits(c.holds[:c.half])
	for w, word := range c.holds[:c.half] {
		c.holds[c.half+w] = ^word
	}
	for w, word := range c.first {
		for falsified := word &^ c.holds[w]; falsified != 0; falsified &= falsified - 1 {
			for i, x := range c.implied[w<<6+bits.TrailingZeros64(falsified)] {
				if x&^c.holds[i] != 0 {
					return false
				}
			}
		}
	}
	return !slices.ContainsFunc(c.long, func(lits []dimacs.Lit) bool { return !a.Satisfies(lits) })
}
