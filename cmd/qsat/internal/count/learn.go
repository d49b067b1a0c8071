package count

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A learner derives clauses from conflicts.
type learner struct {
	clause.Analysis
	resolvent []clause.Lit

	failed  int         // the lowest level that was refuted, or undecided
	implied implication // by the clause learned last
	// pending are implications that hold since a level below that where they were
	// learned, and have to be made again with each new level.
	pending []implication

	activity  []float64 // by literal
	increment float64
	kept      int // learned clauses at which some are dropped
}

// An implication is a literal that clauses imply from a level on.
type implication struct {
	lit    clause.Lit
	reason clause.Reason
	level  int
}

const (
	activityWeight = 0.3    // of an occurrence in a clause learned last, beside one in a component
	activityGrowth = 1.0054 // with each decision: by 2 with 128
	activityMost   = 1e100
	fewKept        = 2000
)

// learn analyzes a conflict: it finds the level that was refuted and derives a clause by
// which a lower one implies a literal of it. Where the first literal of a level is no
// decision, what was refuted is a lower level.
func (c *counter) learn(falsified []clause.Lit) {
	c.counts.Conflicts++
	for {
		level := 0
		for _, l := range falsified {
			level = max(level, c.LevelOf(l))
		}
		if c.failed = level; level == 0 {
			return
		}
		implied, glue := c.Derive(falsified, c.failed)
		for _, v := range c.Analyzed {
			c.activity[c.trueLit(v).Not()] += c.increment
		}
		c.Unmark()
		if first := c.Trail[c.LevelStart(c.failed)]; c.ReasonOf(first) == 0 && c.LevelOf(first) > 0 {
			c.attach(implied, glue)
			return
		}
		uip := c.Derived[0].Not()
		c.resolvent = append(c.resolvent[:0], c.Derived[1:]...)
		for _, l := range c.Reasons(c.ReasonOf(uip)) {
			if l != uip {
				c.resolvent = append(c.resolvent, l)
			}
		}
		falsified, c.Falsified = c.resolvent, 0
	}
}

// trueLit returns the literal of an assigned variable that is true.
func (c *counter) trueLit(v uint32) clause.Lit {
	if c.Value(clause.Positive(v)) > 0 {
		return clause.Positive(v)
	}
	return clause.Negative(v)
}

// attach adds the clause that was learned and notes what it implies.
func (c *counter) attach(level, glue int) {
	c.counts.Learned++
	lits := c.Derived
	c.ProveAdd(lits...)
	c.implied = implication{lit: lits[0], level: level}
	if len(lits) > 1 {
		c.implied.reason = c.AddWatched(lits, glue)
	}
	c.pending = append(c.pending, c.implied)
}

// assign makes a literal true that clauses imply, at level 0 if a unit clause does.
func (c *counter) assign(p implication) {
	if p.level == 0 {
		c.AssignUnit(p.lit)
	} else {
		c.Assign(p.lit, p.reason)
	}
}

// imply makes the literal true that the clause learned last implies.
func (c *counter) imply() {
	if c.failed = undecided; c.Value(c.implied.lit) == 0 {
		c.assign(c.implied)
	}
}

// reduce drops half of the learned clauses if they have become many.
func (c *counter) reduce() {
	if c.counts.Learned-c.counts.Kept < int64(c.kept) {
		return
	}
	c.counts.Kept = c.counts.Learned
	c.kept += fewKept / 10
	c.DropLearned(0.5, true)
	// References change.
	c.pending = slices.DeleteFunc(c.pending, func(p implication) bool { return p.reason != 0 && !p.reason.IsBinary() })
}
