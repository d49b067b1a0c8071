package engine

import (
	"fmt"
	"math/bits"

	"queens/cmd/qsat/internal/bitset"
	"queens/dimacs"
)

// Check returns nil if a satisfies all clauses, linear constraints and assumptions of t. Otherwise it
// returns an error that gives the literals of one clause, constraint or assumption that a falsifies.
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
	// listAfter is the number of correct models after which the checker lists the clauses
	// by literal.
	listAfter = 32
	// listLits limits the number of variables plus the number of literals in listed clauses. The
	// checker does not list the clauses of a larger formula.
	listLits = 1 << 22
	// tableVars is the largest number of variables with a table of binary clauses. The
	// table has four bits per pair of variables.
	tableVars = 2048
)

// A checker checks the models of one task. It compares the first listAfter models with
// every clause. Then it lists the clauses, unless the formula is too large. After that, it compares
// each model with the model before: every clause watches a literal that was true there, and the checker
// looks at the clause when that literal becomes false. If the formula has at most tableVars variables, and
// enough clauses for them, a table replaces its binary clauses. For each literal, the table holds the set of
// literals that must be true when the literal is false. Linear constraints are always evaluated.
//
// A set of literals is a bit set: bit v is the positive literal of variable v, and bit
// 64*words+v the negative one.
type checker struct {
	task   *Task
	checks int             // the number of calls of Check
	words  int             // the number of words that hold one bit per variable, from bit 0
	holds  bitset.Set[int] // the true literals of the last model; nil before clauses are listed
	before bitset.Set[int] // the true literals of the model before the last one
	// implied is indexed by literal: the set of literals that must be true, by a binary
	// clause, when the literal is false. It is nil without a table.
	implied []bitset.Set[int]
	clauses []int32   // clauses outside the table, and assumptions: the number of literals, then the bits of these
	watches [][]int32 // indexed by literal: the positions in clauses of the clauses that watch it
}

// check returns nil if a is a model, and the error of Check otherwise. It must not be called again
// after an error. With listed clauses, it compares a with the last model, which must have been correct.
func (c *checker) check(a *dimacs.Assignment) error {
	if c.holds != nil && c.remains(a) && c.task.Formula.Violated(a) == nil {
		return nil
	}
	err := Check(c.task, a)
	if c.checks++; c.checks == listAfter && err == nil {
		c.list(a)
	}
	return err
}

// list lists the clauses and assumptions, and lets each watch a literal that is true in the model a.
// It makes the table if the formula suits it. It does nothing if the formula exceeds listLits.
func (c *checker) list(a *dimacs.Assignment) {
	f := c.task.Formula
	words := f.Vars>>6 + 1
	table := f.Vars <= min(tableVars, f.NumClauses()/(2*words))
	lits := f.Vars
	for clause := range f.Clauses() {
		if !table || len(clause) != 2 {
			lits += len(clause)
		}
		if lits > listLits {
			return
		}
	}
	c.words, c.holds, c.before = words, bitset.New[int](128*words), bitset.New[int](128*words)
	c.watches = make([][]int32, 128*words)
	c.hold(a)
	if table {
		c.implied = make([]bitset.Set[int], 128*words)
	}
	for clause := range f.Clauses() {
		if table && len(clause) == 2 {
			for k, l := range clause { // if l is false, the other literal must be true
				must := &c.implied[c.bit(l)]
				if *must == nil {
					*must = bitset.New[int](128 * words)
				}
				must.Add(c.bit(clause[1-k]))
			}
		} else {
			c.add(clause)
		}
	}
	for i := range c.task.Assume {
		c.add(c.task.Assume[i : i+1])
	}
}

// add appends a clause to c.clauses and lets it watch a true literal. The last model must satisfy it.
func (c *checker) add(clause []dimacs.Lit) {
	at := int32(len(c.clauses))
	c.clauses = append(c.clauses, int32(len(clause)))
	for _, l := range clause {
		c.clauses = append(c.clauses, int32(c.bit(l)))
	}
	c.watch(at)
}

// watch lets the clause at position at watch a literal that is true in the last model. It
// returns false if no literal is.
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
		return c.words<<6 + l.Var()
	}
	return l.Var()
}

// hold makes a the last model: it moves c.holds to c.before, and sets c.holds to the true literals of a.
func (c *checker) hold(a *dimacs.Assignment) {
	c.holds, c.before = c.before, c.holds
	a.Bits(c.holds[:c.words])
	for w, word := range c.holds[:c.words] {
		c.holds[c.words+w] = ^word
	}
}

// remains makes a the last model and reports whether it satisfies all listed clauses. The model before
// must satisfy them. remains looks only at the clauses that watch a literal which was true in the model
// before and is false in a. It must not be called again after it has returned false.
func (c *checker) remains(a *dimacs.Assignment) bool {
	c.hold(a)
	for w, word := range c.before {
		for falsified := word &^ c.holds[w]; falsified != 0; falsified &= falsified - 1 {
			k := w<<6 + bits.TrailingZeros64(falsified)
			if c.implied != nil && !c.implied[k].Within(c.holds) {
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
