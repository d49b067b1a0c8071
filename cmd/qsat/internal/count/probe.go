package count

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// propagateLevel assigns the pending implications at the current level and propagates. It returns
// false after a conflict, which it passes to learn.
func (c *modelCount) propagateLevel() bool {
	for _, p := range c.pending {
		switch c.Value(p.lit) {
		case 0:
			c.assign(p)
		case -1:
			c.Falsified = 0
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

// probe looks for failed literals in the ternary clauses of the variables that the current level
// has assigned (implicit BCP). If both other literals of such a clause are unassigned, it tries
// their complements. After mostProbes literals it looks at no further clause. A literal fails if
// assigning it leads to a conflict; then probe assigns the implication that learn finds. While few
// literals fail, most calls do nothing; see failRate. probe returns false if this level or a lower
// one is refuted.
//
// Source: M. Thurley, SAT 2006; see findComponents.
func (c *modelCount) probe() bool {
	if c.probes > probeBatch && c.failures*failRate < c.probes && c.nodes%probePause != 0 {
		return true
	}
	c.probeRound++
	level, last := c.Level(), c.probes+mostProbes
	for at := c.LevelStart(level); at < len(c.Trail); at++ {
		for t := c.ternary(c.Trail[at].Var()); len(t) > 0 && c.probes < last; t = t[3:] {
			p, q := clause.Lit(t[1]), clause.Lit(t[2])
			for _, l := range [2]clause.Lit{p.Not(), q.Not()} {
				if c.Value(p) != 0 || c.Value(q) != 0 || c.probed[l] == c.probeRound {
					continue
				}
				if c.probed[l] = c.probeRound; !c.probeLiteral(l, level) {
					return false
				}
			}
		}
	}
	return true
}

// probeLiteral assigns l on a new level above the given one, the current level, to see whether it
// fails. If it fails, probeLiteral learns from the conflict, and assigns and propagates the
// implication. It returns false if level or a lower one is refuted. Otherwise it returns at level.
func (c *modelCount) probeLiteral(l clause.Lit, level int) bool {
	c.probes++
	c.Decide(l)
	falsified := c.Propagate()
	if falsified == nil {
		c.backtrack(level)
		return true
	}
	c.failures++
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
