package count

import (
	"cmp"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A prober tests literals for whether they fail.
type prober struct {
	tested       []uint32 // by literal: the round in which it was collected last
	testRound    uint32
	candidates   []clause.Lit
	tests, fails int64 // lately
	skip         int   // levels that are not tested
}

// propagate propagates the assignment of a new level, and tests literals for failure.
// It returns false if the level or a lower one is refuted.
func (c *counter) propagate() bool {
	c.reduce()
	return c.propagateLevel() && c.test()
}

// propagateLevel makes the pending implications and propagates.
func (c *counter) propagateLevel() bool {
	for _, p := range c.pending {
		switch c.Values[p.lit] {
		case 0:
			c.assign(p)
		case -1:
			c.Conflict = 0
			c.learn(append(slices.Clone(c.Reasons(p.reason)), p.lit))
			return false
		}
	}
	falsified := c.Propagate()
	if falsified == nil {
		return true
	}
	c.learn(falsified)
	return false
}

const (
	fewTests  = 10 // of literals at a level,
	moreTests = 20 // and one for so many that were assigned
	// After testBatch tests of which not one in failRate has failed there are none for
	// testPause levels.
	testBatch = 512
	failRate  = 8
	testPause = 1 << 13
)

// test tests literals in clauses that the level has made shorter: one that implies a
// contradiction is false. It returns false if the level or a lower one is refuted.
//
// Source: M. Thurley, SAT 2006; see findComponents.
func (c *counter) test() bool {
	if c.skip > 0 {
		c.skip--
		return true
	}
	level := c.Level()
	for from := c.LevelStart(level); from < len(c.Trail); {
		assigned := c.Trail[from:]
		from = len(c.Trail)
		for _, l := range c.collect(assigned) {
			if c.Values[l] != 0 {
				continue
			}
			c.tests++
			c.Decide(l)
			falsified := c.Propagate()
			if falsified == nil {
				c.backtrack(level)
				continue
			}
			c.fails++
			c.learn(falsified)
			if c.backtrack(level); c.failed <= level || !c.imply() {
				return false
			}
		}
	}
	if c.tests > testBatch {
		if c.fails*failRate < c.tests {
			c.skip = testPause
		}
		c.tests, c.fails = 0, 0
	}
	return true
}

// imply makes the literal true that was learned above this level.
func (c *counter) imply() bool {
	c.failed = undecided
	if c.Values[c.implied.lit] == 0 {
		c.assign(c.implied)
	}
	falsified := c.Propagate()
	if falsified == nil {
		return true
	}
	c.learn(falsified)
	return false
}

// collect returns the literals to be tested after some were assigned: of those most
// active a few.
func (c *counter) collect(assigned []clause.Lit) []clause.Lit {
	c.testRound++
	c.candidates = c.candidates[:0]
	for _, l := range assigned {
		v := l.Var()
		for t := c.ternary(v); len(t) > 0; t = t[3:] {
			a, b := clause.Lit(t[1]), clause.Lit(t[2])
			if c.Values[a] != 0 || c.Values[b] != 0 {
				continue
			}
			for _, l := range [2]clause.Lit{a ^ 1, b ^ 1} {
				if c.tested[l] != c.testRound {
					c.tested[l] = c.testRound
					c.candidates = append(c.candidates, l)
				}
			}
		}
	}
	n := fewTests + len(assigned)/moreTests
	if len(c.candidates) > n {
		slices.SortStableFunc(c.candidates, func(a, b clause.Lit) int { return cmp.Compare(c.activity[b], c.activity[a]) })
		c.candidates = c.candidates[:n]
	}
	return c.candidates
}
