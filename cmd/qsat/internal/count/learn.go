package count

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A learner learns clauses from conflicts.
type learner struct {
	clause.Analysis
	// resolvent is a buffer for the clause that is resolved in learn, or derived in proveRefuted.
	resolvent []clause.Lit

	failed  int         // the lowest level that a conflict has refuted, or undecided
	implied implication // the implication of the clause learned last
	// pending holds implications of levels below the one where they were learned. They are
	// assigned again on every new level until backtracking removes them.
	pending []implication

	activity  []float64 // indexed by literal: its occurrences, and an increment for each conflict in which it is false
	increment float64   // the increment for the next conflict
	kept      int       // the number of clauses to learn from one reduction to the next
}

// An implication is a literal that holds at a level and above.
type implication struct {
	lit    clause.Lit
	reason clause.Reason // 0 for a unit
	level  int
}

// learn analyzes the conflict on falsified, whose literals are all false. c.Falsified must be its
// clause, or 0 if it is no clause of the arena. It sets c.failed to the refuted level, the highest
// level of these literals, learns a clause, and stores its implication in c.implied and c.pending,
// without assigning it. If the refuted level begins with an implication instead of a decision, a
// lower level is refuted, too. Then learn continues with the resolvent of the derived clause and of
// the reason for its literal at the refuted level. If it reaches level 0, c.failed becomes 0 and
// nothing is learned.
func (c *modelCount) learn(falsified []clause.Lit) {
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
			c.counts.Learned++
			lits := c.Derived
			c.ProveAdd(lits...)
			c.implied = implication{lit: lits[0], level: implied}
			if len(lits) > 1 {
				c.implied.reason = c.AddWatched(lits, glue)
			}
			c.pending = append(c.pending, c.implied)
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

// trueLit returns the true literal of an assigned variable.
func (c *modelCount) trueLit(v uint32) clause.Lit {
	if c.Value(clause.Positive(v)) > 0 {
		return clause.Positive(v)
	}
	return clause.Negative(v)
}

// assign makes the literal of an implication true: at level 0 if p.level is 0, otherwise at the
// current level. The literal must be unassigned.
func (c *modelCount) assign(p implication) {
	if p.level == 0 {
		c.AssignUnit(p.lit)
	} else {
		c.Assign(p.lit, p.reason)
	}
}

// imply assigns the implication of the clause learned last, unless its literal has a value, and
// sets c.failed to undecided.
func (c *modelCount) imply() {
	if c.failed = undecided; c.Value(c.implied.lit) == 0 {
		c.assign(c.implied)
	}
}

// reduce drops the worse half of the candidates of DropLearned if at least c.kept clauses were
// learned since the last call that dropped some. Then c.kept grows by fewKept/10, and pending
// implications with long reasons are dropped.
func (c *modelCount) reduce() {
	if c.counts.Learned-c.counts.Kept < int64(c.kept) {
		return
	}
	c.counts.Kept = c.counts.Learned
	c.kept += fewKept / 10
	c.DropLearned(0.5, true)
	// DropLearned makes the references to long clauses invalid.
	c.pending = slices.DeleteFunc(c.pending, func(p implication) bool { return p.reason != 0 && !p.reason.IsBinary() })
}
