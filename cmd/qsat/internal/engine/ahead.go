package engine

import (
	"math/bits"
	"slices"

	"queens/dimacs"
)

const (
	// The checker checks models together if their number is at least aheadModels and at
	// most slice, the number of bits of a word.
	aheadModels = 8
	slice       = 64
)

// CheckAhead announces the models of the task that the engine will find next, in order, at
// most 64. Each model holds its values as Assignment.Bits returns them. If the clauses are
// listed by then, the checker checks all these models together: a word per literal holds
// one bit per model. A model that is found and equals the next announced one needs no other
// check. Models that are too few, too many or wrong are checked when they are found.
func (t *Task) CheckAhead(models [][]uint64) {
	if t.checker != nil {
		t.checker.checkAhead(models)
	}
}

// ahead holds the models that were checked before they are found.
type ahead struct {
	models []uint64 // the bits of the models that are still to be found, one model after the other
	bits   []uint64 // buffer for the bits of the model found
	slots  []uint64 // indexed by literal as in checker.bit: the set of models in which the literal is true
}

// checkAhead checks models against the listed clauses. It keeps them for isAhead if all
// satisfy all clauses, and otherwise does nothing. It also does nothing before the clauses
// are listed.
func (c *checker) checkAhead(models [][]uint64) {
	c.models = nil
	if c.holds == nil || len(models) < aheadModels || len(models) > slice {
		return
	}
	if c.slots == nil {
		c.slots, c.bits = make([]uint64, 128*c.words), make([]uint64, c.words)
	}
	for k, m := range models {
		for w, word := range m {
			for ; word != 0; word &= word - 1 {
				c.slots[w<<6+bits.TrailingZeros64(word)] |= 1 << k
			}
		}
	}
	n := 64 * c.words
	for v, some := range c.slots[:n] {
		c.slots[n+v] = ^some
	}
	all := ^uint64(0) >> (slice - len(models))
	if c.satisfied()&all == all { // otherwise the models are checked when they are found
		for _, m := range models {
			c.models = append(c.models, m...)
		}
	}
	clear(c.slots)
}

// satisfied returns the set of models, by the bits of slots, in which every clause has a
// true literal.
func (c *checker) satisfied() uint64 {
	satisfied := ^uint64(0)
	for lits := c.clauses; len(lits) > 0; {
		n := lits[0] + 1
		some := uint64(0)
		for _, l := range lits[1:n] {
			some |= c.slots[l]
		}
		satisfied &= some
		lits = lits[n:]
	}
	for k, set := range c.implied {
		every := ^uint64(0)
		for l := range set.All() {
			every &= c.slots[l]
		}
		satisfied &= c.slots[k] | every
	}
	return satisfied
}

// isAhead reports whether a equals the next model that was checked ahead. If so, the model
// after it becomes the next one. Otherwise isAhead changes nothing.
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
