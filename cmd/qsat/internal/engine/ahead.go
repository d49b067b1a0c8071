package engine

import (
	"math/bits"
	"slices"

	"queens/dimacs"
)

const (
	// aheadModels is how many models at least are worth being checked at once, and slice how
	// many at most.
	aheadModels = 8
	slice       = 64
)

// CheckAhead tells who checks the models of the task of some that will be found next, up to 64,
// with their values as Assignment.Bits returns them. Once the clauses are listed, they are checked
// at once, a bit for each in words for literals: a model found that is the next of those needs no
// other check.
func (t *Task) CheckAhead(models [][]uint64) {
	if t.checker != nil {
		t.checker.checkAhead(models)
	}
}

// ahead is what was checked before it was found.
type ahead struct {
	models []uint64 // the bits of those that are to be found
	bits   []uint64 // of the model found
	slots  []uint64 // by literal, as checker.bit numbers them: in which models it is true
}

// checkAhead checks models by the clauses that the checker has listed, if it has.
func (c *checker) checkAhead(models [][]uint64) {
	c.models = nil
	if c.holds == nil || len(models) < aheadModels || len(models) > slice {
		return
	}
	if c.slots == nil {
		c.slots, c.bits = make([]uint64, 128*c.half), make([]uint64, c.half)
	}
	for k, m := range models {
		for w, word := range m {
			for ; word != 0; word &= word - 1 {
				c.slots[w<<6+bits.TrailingZeros64(word)] |= 1 << k
			}
		}
	}
	n := 64 * c.half
	for v, some := range c.slots[:n] {
		c.slots[n+v] = ^some
	}
	all := ^uint64(0) >> (slice - len(models))
	if c.satisfied()&all == all { // else the next check says what is wrong
		for _, m := range models {
			c.models = append(c.models, m...)
		}
	}
	clear(c.slots)
}

// satisfied returns in which models every clause has a true literal.
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
