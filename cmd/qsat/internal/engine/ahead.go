package engine

import (
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

const (
	// aheadModels is how many models at least are worth being checked at once, and slice how
	// many at most.
	aheadModels = 8
	slice       = 64
)

// CheckAhead tells who checks the models of the task of some that will be found next, up to 64,
// with their values as Assignment.Bits returns them. They are checked at once, a bit for each
// in words for literals: a model found that is the next of those needs no other check.
func (t *Task) CheckAhead(models [][]uint64) {
	if t.checker != nil {
		t.checker.checkAhead(models)
	}
}

// ahead is what was checked before it was found.
type ahead struct {
	models []uint64 // the bits of those that are to be found
	bits   []uint64 // of the model found
	// lits are the literals of clauses and assumptions, as clause.Of numbers them, each clause
	// behind their number.
	lits  []int32
	slots []uint64 // by literal: in which models it is true
}

func (c *checker) checkAhead(models [][]uint64) {
	c.models = nil
	if len(models) < aheadModels || len(models) > slice || !c.flatten() {
		return
	}
	for k, m := range models {
		for w, word := range m {
			for ; word != 0; word &= word - 1 {
				c.slots[2*(w<<6+bits.TrailingZeros64(word))] |= 1 << k
			}
		}
	}
	for l := 0; l < len(c.slots); l += 2 {
		c.slots[l+1] = ^c.slots[l]
	}
	all := ^uint64(0) >> (slice - len(models))
	satisfied := all
	for lits := c.lits; len(lits) > 0; {
		n := lits[0] + 1
		some := uint64(0)
		for _, l := range lits[1:n] {
			some |= c.slots[l]
		}
		satisfied &= some
		lits = lits[n:]
	}
	clear(c.slots)
	if satisfied == all { // else the next check says what is wrong
		for _, m := range models {
			c.models = append(c.models, m...)
		}
	}
}

// flatten lists the clauses. It returns false if they are too many.
func (c *checker) flatten() bool {
	if c.lits != nil {
		return len(c.lits) <= listLits
	}
	f := c.task.Formula
	words := f.Vars>>6 + 1
	if f.Vars > listLits {
		return false
	}
	c.slots, c.bits, c.lits = make([]uint64, 128*words), make([]uint64, words), []int32{}
	add := func(n int) { c.lits = append(c.lits, int32(n)) }
	for lits := range f.Clauses() {
		if add(len(lits)); len(c.lits) > listLits {
			return false
		}
		for _, l := range lits {
			add(int(clause.Of(l)))
		}
	}
	for _, l := range c.task.Assume {
		add(1)
		add(int(clause.Of(l)))
	}
	return len(c.lits) <= listLits
}

// isAhead reports whether an assignment is the next of those checked ahead.
func (c *checker) isAhead(a *dimacs.Assignment) bool {
	if len(c.models) == 0 {
		return false
	}
	a.Bits(c.bits)
	n := len(c.bits)
	if !slices.Equal(c.bits, c.models[:n]) {
		return false
	}
	c.models = c.models[n:]
	return true
}
