package count

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

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
	mostTests = 20 // of literals at a level
	// After testBatch tests, while not one in failRate has failed, only one node in
	// testPause has some.
	testBatch = 512
	failRate  = 8
	testPause = 1 << 7
)

// test tests literals in clauses that the level has made shorter: one that implies a
// contradiction is false. It returns false if the level or a lower one is refuted.
//
// Source: M. Thurley, SAT 2006; see findComponents.
func (c *counter) test() bool {
	if c.tests > testBatch && c.fails*failRate < c.tests && c.nodes%testPause != 0 {
		return true
	}
	c.testRound++
	level, last := c.Level(), c.tests+mostTests
	for at := c.LevelStart(level); at < len(c.Trail); at++ {
		for t := c.ternary(c.Trail[at].Var()); len(t) > 0 && c.tests < last; t = t[3:] {
			for _, l := range [2]clause.Lit{clause.Lit(t[1]) ^ 1, clause.Lit(t[2]) ^ 1} {
				if c.Values[t[1]] != 0 || c.Values[t[2]] != 0 || c.tested[l] == c.testRound {
					continue
				}
				if c.tested[l] = c.testRound; !c.hold(l, level) {
					return false
				}
			}
		}
	}
	return true
}

// hold tests a literal. It returns false if a level or a lower one is refuted.
func (c *counter) hold(l clause.Lit, level int) bool {
	c.tests++
	c.Decide(l)
	falsified := c.Propagate()
	if falsified == nil {
		c.backtrack(level)
		return true
	}
	c.fails++
	c.learn(falsified)
	if c.backtrack(level); c.failed <= level {
		return false
	}
	c.imply()
	if falsified = c.Propagate(); falsified != nil {
		c.learn(falsified)
	}
	return falsified == nil
}
