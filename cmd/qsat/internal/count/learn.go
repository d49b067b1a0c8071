package count

import (
	"cmp"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A learner derives clauses from conflicts.
type learner struct {
	seen     []uint8 // by variable: see marks
	analyzed []uint32
	levels   []int32 // by level: literals of the clause that is being derived
	learned  []clause.Lit
	other    [1]clause.Lit

	failed  int         // the lowest level that was refuted, or undecided
	implied implication // by the clause learned last
	// pending are implications that hold since a level below that where they were
	// learned, and have to be made again with each new level.
	pending []implication
	unit    []bool // by variable: in the list for good, as level 0 implies it

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

// Marks of a variable while a conflict is analyzed.
const (
	inClause  = 1 << iota // of the clause that is being derived, or resolved away
	removable             // implied by others of the clause
	poison                // not implied by them
)

const (
	activityWeight = 10     // of an occurrence in a clause learned last, beside one in a component
	activityGrowth = 1.0054 // with each decision: by 2 with 128
	activityMost   = 1e100
	fewKept        = 2000
	minimizeDepth  = 200
)

// learn analyzes a conflict: it finds the level that was refuted and derives a clause by
// which a lower one implies a literal of it, the first unique implication point. Where
// the first literal of a level is implied, what was refuted is a lower level.
func (c *counter) learn(falsified []clause.Lit) {
	c.counts.Conflicts++
	for _, l := range falsified {
		c.visit(l)
	}
	uip := clause.Lit(0)
	at := len(c.Trail)
	level := int32(0)
	for {
		for at--; at >= 0 && c.seen[c.Trail[at]>>1]&inClause == 0; at-- {
		}
		if at < 0 {
			c.unmark()
			c.failed = 0
			return
		}
		uip = c.Trail[at]
		state := &c.States[uip>>1]
		if level = state.Level; c.levels[level] == 1 && !c.beginsImplied(int(level)) {
			break
		}
		c.levels[level]--
		c.seen[uip>>1] &^= inClause
		for _, l := range c.reasonOf(uip) {
			if l != uip {
				c.visit(l)
			}
		}
	}
	c.failed = int(level)
	c.learned = append(c.learned[:0], uip^1)
	for _, v := range c.analyzed {
		if c.seen[v]&inClause != 0 && v != uip.Var() {
			c.learned = append(c.learned, clause.Lit(2*v)|clause.Lit(c.Values[2*v]+1)>>1)
		}
	}
	c.minimize()
	c.unmark()
	c.attach()
}

// beginsImplied reports whether the first literal of a level is no decision.
func (c *counter) beginsImplied(level int) bool {
	v := c.Trail[c.LevelStart(level)].Var()
	return c.States[v].Reason != 0 || c.unit[v]
}

// visit marks a false literal.
func (c *counter) visit(l clause.Lit) {
	v := l.Var()
	level := c.States[v].Level
	if c.seen[v]&inClause != 0 || level == 0 || c.unit[v] {
		return
	}
	c.seen[v] |= inClause
	c.analyzed = append(c.analyzed, v)
	c.levels[level]++
	c.bump(l)
}

// bump raises the activity of a literal.
func (c *counter) bump(l clause.Lit) {
	c.activity[l] += c.increment
}

// rescale makes all activities smaller.
func (c *counter) rescale() {
	for i := range c.activity {
		c.activity[i] /= activityMost
	}
	c.increment /= activityMost
}

// reasonOf returns the clause that has implied a literal; l itself may be in it.
func (c *counter) reasonOf(l clause.Lit) []clause.Lit {
	r := c.States[l>>1].Reason
	if r.IsBinary() {
		c.other[0] = r.Other()
		return c.other[:]
	}
	return c.Lits(r.Ref())
}

// minimize drops literals that the others imply.
func (c *counter) minimize() {
	kept := c.learned[:1]
	for _, l := range c.learned[1:] {
		if c.States[l>>1].Reason == 0 || !c.isImplied(l, 0) {
			kept = append(kept, l)
		}
	}
	c.learned = kept
}

// isImplied reports whether a false literal is implied by literals of the clause.
func (c *counter) isImplied(l clause.Lit, depth int) bool {
	v := l.Var()
	mark := c.seen[v]
	switch {
	case c.States[v].Level == 0 || c.unit[v] || mark&removable != 0 || mark&inClause != 0 && depth > 0:
		return true
	case c.States[v].Reason == 0 || mark&poison != 0 || depth > minimizeDepth:
		return false
	}
	r := c.States[v].Reason
	mark = removable
	if r.IsBinary() {
		if !c.isImplied(r.Other(), depth+1) {
			mark = poison
		}
	} else {
		for _, k := range c.Lits(r.Ref()) {
			if k != l^1 && !c.isImplied(k, depth+1) {
				mark = poison
				break
			}
		}
	}
	if c.seen[v] == 0 {
		c.analyzed = append(c.analyzed, v)
	}
	c.seen[v] |= mark
	return mark == removable
}

func (c *counter) unmark() {
	for _, v := range c.analyzed {
		c.seen[v] = 0
		c.levels[c.States[v].Level] = 0
	}
	c.analyzed = c.analyzed[:0]
}

// attach adds the clause that was learned and notes what it implies.
func (c *counter) attach() {
	c.counts.Learned++
	lits := c.learned
	if c.implied = (implication{lit: lits[0]}); len(lits) == 1 {
		c.unit[lits[0].Var()] = true
		c.pending = append(c.pending, c.implied)
		return
	}
	slices.SortFunc(lits[1:], func(a, b clause.Lit) int { return cmp.Compare(c.States[b>>1].Level, c.States[a>>1].Level) })
	c.implied.level = int(c.States[lits[1]>>1].Level)
	ref := c.AddWatched(lits, true)
	if c.implied.reason = clause.LongReason(ref); len(lits) == 2 {
		c.implied.reason = clause.BinaryReason(lits[1])
	} else {
		c.SetGlue(ref, c.glue(lits))
	}
	c.pending = append(c.pending, c.implied)
}

// glue returns on how many levels the literals are, which are sorted by these.
func (c *counter) glue(lits []clause.Lit) int {
	n := 1
	for i := 2; i < len(lits); i++ {
		if c.States[lits[i]>>1].Level != c.States[lits[i-1]>>1].Level {
			n++
		}
	}
	return n
}

// reduce drops half of the learned clauses if they have become many, those on many
// levels first.
func (c *counter) reduce() {
	if c.counts.Learned-c.counts.Kept < int64(c.kept) {
		return
	}
	c.counts.Kept = c.counts.Learned
	c.kept += fewKept / 10
	var candidates []clause.Ref
	for _, r := range c.Clauses {
		if c.Has(r, clause.Learned) && !c.Has(r, clause.Garbage) && c.Glue(r) > 2 && !c.isReason(r) {
			candidates = append(candidates, r)
		}
	}
	slices.SortStableFunc(candidates, func(a, b clause.Ref) int {
		return cmp.Or(cmp.Compare(c.Glue(b), c.Glue(a)), cmp.Compare(c.Size(b), c.Size(a)))
	})
	for _, r := range candidates[:len(candidates)/2] {
		c.Remove(r)
	}
	pending := c.pending
	c.pending = c.pending[:0]
	for _, p := range pending { // their references change
		if p.reason == 0 || p.reason.IsBinary() {
			c.pending = append(c.pending, p)
		}
	}
	c.Collect()
}

// isReason reports whether a clause has implied one of its watched literals.
func (c *counter) isReason(r clause.Ref) bool {
	return slices.ContainsFunc(c.Lits(r)[:2], func(l clause.Lit) bool {
		return c.Values[l] > 0 && c.States[l>>1].Reason == clause.LongReason(r)
	})
}
