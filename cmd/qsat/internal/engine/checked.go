package engine

import (
	"fmt"
	"math/bits"

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
	// listAfter is after how many models the clauses of each literal are worth listing.
	listAfter = 32
	// listLits bounds the literals of clauses that are listed.
	listLits = 1 << 22
	// tableVars bounds the variables of a table, which has two bits for two of them.
	tableVars = 2048
)

// A checker checks many assignments of one task. After some it looks at what differs from the
// model before alone: each clause watches a literal that was true there, and is looked at when
// that has become false. If the formula has more binary clauses than it takes words to hold a
// set of literals for each variable, these are such sets. A set has bits for the variables,
// from 0, and as many behind those for their negations.
type checker struct {
	ahead
	task   *Task
	checks int
	half   int             // words for one literal of each variable
	holds  bitset.Set[int] // the literals that are true in the last model; nil before clauses are listed
	before bitset.Set[int] // and in the one before that
	// implied holds for each literal those that have to be true when it is false, by binary
	// clauses; nil without a table.
	implied []bitset.Set[int]
	clauses []int32   // the others and the assumptions, as bits: the number of literals of each, and they
	watches [][]int32 // by literal: where in clauses those begin that watch it
}

// check returns what Check does.
func (c *checker) check(a *dimacs.Assignment) error {
	if c.isAhead(a) || c.holds != nil && c.remains(a) {
		return nil
	}
	err := Check(c.task, a)
	if c.checks++; c.checks == listAfter && err == nil {
		c.list(a)
	}
	return err
}

// list lists the clauses by a literal that a model makes true, unless they are many.
func (c *checker) list(a *dimacs.Assignment) {
	f := c.task.Formula
	half := f.Vars>>6 + 1
	table := f.Vars <= min(tableVars, f.NumClauses()/(2*half))
	lits := f.Vars
	for clause := range f.Clauses() {
		if !table || len(clause) != 2 {
			lits += len(clause)
		}
		if lits > listLits {
			return
		}
	}
	c.half, c.holds, c.before = half, bitset.New[int](128*half), bitset.New[int](128*half)
	c.watches = make([][]int32, 128*half)
	c.hold(a)
	if table {
		c.implied = make([]bitset.Set[int], 128*half)
	}
	for clause := range f.Clauses() {
		if table && len(clause) == 2 {
			c.imply(c.bit(clause[0]), c.bit(clause[1]))
			c.imply(c.bit(clause[1]), c.bit(clause[0]))
		} else {
			c.add(clause)
		}
	}
	for i := range c.task.Assume {
		c.add(c.task.Assume[i : i+1])
	}
}

// imply notes that l has to be true when k is false.
func (c *checker) imply(k, l int) {
	if c.implied[k] == nil {
		c.implied[k] = bitset.New[int](128 * c.half)
	}
	c.implied[k].Add(l)
}

// add adds a clause, which the last model satisfies.
func (c *checker) add(clause []dimacs.Lit) {
	at := int32(len(c.clauses))
	c.clauses = append(c.clauses, int32(len(clause)))
	for _, l := range clause {
		c.clauses = append(c.clauses, int32(c.bit(l)))
	}
	c.watch(at)
}

// watch lets a clause watch a literal that is true. It returns false if there is none.
func (c *checker) watch(at int32) bool {
	for _, l := range c.clauses[at+1 : at+1+c.clauses[at]] {
		if c.holds.Has(int(l)) {
			c.watches[l] = append(c.watches[l], at)
			return true
		}
	}
	return false
}

// bit returns the bit of a literal in a set.
func (c *checker) bit(l dimacs.Lit) int {
	if l < 0 {
		return c.half<<6 + l.Var()
	}
	return l.Var()
}

// hold makes the literals that a assignment makes true those of the last model.
func (c *checker) hold(a *dimacs.Assignment) {
	c.holds, c.before = c.before, c.holds
	a.Bits(c.holds[:c.half])
	for w, word := range c.holds[:c.half] {
		c.holds[c.half+w] = ^word
	}
}

// remains reports whether an assignment satisfies the clauses that watch literals which were
// true in the last model, and are not in this one.
func (c *checker) remains(a *dimacs.Assignment) bool {
	c.hold(a)
	for w, word := range c.before {
		for falsified := word &^ c.holds[w]; falsified != 0; falsified &= falsified - 1 {
			k := w<<6 + bits.TrailingZeros64(falsified)
			if c.implied != nil && !c.hasAll(c.implied[k]) {
				return false
			}
			for _, at := range c.watches[k] {
				if !c.watch(at) {
					return false
				}
			}
			c.watches[k] = c.watches[k][:0]
		}
	}
	return true
}

// hasAll reports whether all literals of a set are true.
func (c *checker) hasAll(s bitset.Set[int]) bool {
	for w, word := range s {
		if word&^c.holds[w] != 0 {
			return false
		}
	}
	return true
}
