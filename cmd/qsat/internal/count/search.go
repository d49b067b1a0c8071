package count

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A modelCount counts the models of clauses, component by component. In a weighted count, a
// model counts as its weight. If a graph is wanted, the count of a component is instead a node of
// the graph, or 0 if it has no model, and a product is 1, or 0 if there is no model; see traced
// and times.
type modelCount struct {
	learner
	splitter
	cache     *cache
	untabled  bool         // do not use truth tables
	trace     *trace       // nil unless a graph is wanted
	projected uint32       // the variables below it are in the projection
	weights   []number     // indexed by literal; nil if all are 1
	all       []uint32     // all variables
	factor    dimacs.Count // the factor of all variables that simplification removed
	saved     []clause.Lit // indexed by variable: its literal that was true last in satisfiable
	early     []float64    // indexed by variable: a term of its branching score, larger near the middle of a tree decomposition

	ctx      context.Context
	progress func(func() string) // reports progress; nil if it is not wanted
	limit    int64               // the largest number of propagations; 0 means no limit
	ticks    int64               // the largest number of ticks; 0 means no limit
	err      error               // the cause, once ctx has ended, or ErrLimit
	nodes    int64               // the number of nodes visited
	ended    time.Time           // when ctx was seen to have ended
	last     int64               // lower bounds are searched at least up to this node
	expired  bool                // the time for lower bounds is over
	counts   engine.Counts

	probed           []uint32 // indexed by literal: the last round that probed it
	probeRound       uint32   // the number of calls of probe that probed literals
	probes, failures int64    // the numbers of probes, and of those that failed
}

// undecided is the value of failed if no level is refuted.
const undecided = math.MaxInt

// count returns the number of models of a component. For a component without variables of the
// projection, or after c.err is set, it only calls satisfiable. The result may be too small if
// c.failed is at most the current level, which is then refuted, or if c.err is set. Otherwise count
// adds it to the cache, unless it is 0. The decision level is the same afterwards.
func (c *modelCount) count(k component) number {
	if k.projected == 0 {
		return c.satisfiable(k)
	}
	if c.enterNode(); c.err != nil {
		return c.satisfiable(k)
	}
	l := c.choose(k.vars[:k.projected])
	c.counts.Decisions++
	base, total, mark := c.Level(), number{}, dnnf.Mark(0)
	if c.trace != nil {
		mark = c.trace.Mark()
	}
	next := implication{lit: l, level: base + 1}
	for range 2 {
		c.BeginLevel()
		c.assign(next)
		c.cache.begin()
		n := number{}
		if c.trace != nil {
			c.trace.Begin()
		}
		if c.reduce(); c.propagateLevel() && c.probe() {
			n = c.product(k)
		}
		if c.trace != nil {
			if !n.isZero() {
				c.trace.first(next.lit)
			} else if c.failed > base {
				c.proveRefuted(base + 1)
			}
			c.trace.End(!n.isZero())
		}
		c.cache.end(n.isZero() && c.err == nil)
		c.backtrack(base)
		if total = total.plus(n); c.err != nil || c.failed <= base {
			return c.traced(total, mark, false)
		}
		if next.lit = next.lit.Not(); c.failed != undecided && c.implied.lit == next.lit {
			next = c.implied
		}
		c.failed = undecided
	}
	if total = c.traced(total, mark, true); !total.isZero() {
		c.cache.add(k.hash, k.key, total)
	}
	return total
}

// product returns the number of models of the unsatisfied clauses over k.vars, as the product
// over their components and of the other factors of findComponents. Other fields of k are not
// used.
func (c *modelCount) product(k component) number {
	s := &c.splitter
	components, vars, keys := len(s.components), len(s.vars), len(s.keys)
	n := c.findComponents(k)
	end := len(s.components)
	for i := components; i < end && !n.isZero(); i++ {
		n = c.times(n, c.count(s.components[i]))
	}
	s.components, s.vars, s.keys = s.components[:components], s.vars[:vars], s.keys[:keys]
	return n
}

// enterNode counts a node and checks the limit of ticks. Every pollNodes nodes it checks the
// context and the limit of propagations, and every progressNodes nodes it reports progress. It sets
// c.err when the context has ended or, before that, a limit is reached. In the second case it sets
// c.expired at once, in the first when lastNodes nodes and lastTime have passed since then.
func (c *modelCount) enterNode() {
	late := c.ticks > 0 && c.Ticks > c.ticks
	if c.nodes++; c.nodes%pollNodes != 0 && !late {
		return
	}
	switch {
	case c.err != nil:
		c.expired = c.expired || c.nodes > c.last && time.Since(c.ended) > lastTime
	case c.ctx.Err() != nil:
		c.err, c.ended, c.last = context.Cause(c.ctx), time.Now(), c.nodes+lastNodes
	case late, c.limit > 0 && c.Propagations > c.limit:
		c.err, c.expired = ErrLimit, true
	}
	if c.progress != nil && c.nodes%progressNodes == 0 {
		c.progress(func() string {
			return fmt.Sprintf("count: %d decisions, %d conflicts, %d components kept", c.counts.Decisions, c.counts.Conflicts, len(c.cache.entries))
		})
	}
}

// backtrack removes all levels above level, and the pending implications of these levels.
func (c *modelCount) backtrack(level int) {
	c.Backtrack(level)
	if len(c.pending) > 0 {
		c.pending = slices.DeleteFunc(c.pending, func(p implication) bool { return p.level > level })
	}
}

// choose returns the literal to branch on, or 0 if all variables in vars are assigned. It takes the
// unassigned variable with the highest score: the sum of its degree in the unsatisfied clauses, its
// weighted activity, and its term in c.early. It takes the literal with the higher activity, and
// the positive one if both are equal. It raises the increment of activities.
//
// Sources: T. Sang, P. Beame and H. Kautz, "Heuristics for Fast Exact Model Counting",
// SAT 2005, for activity with occurrences; T. Korhonen and M. Järvisalo, "Integrating
// Tree Decompositions into Decision Heuristics of Propositional Model Counters", CP 2021.
func (c *modelCount) choose(vars []uint32) clause.Lit {
	best, most := clause.Lit(0), -1.0
	c.raiseIncrement(activityGrowth)
	scale := activityWeight / c.increment
	for _, v := range vars {
		l := clause.Positive(v)
		score := float64(c.degree[v]) + (c.activity[l]+c.activity[l.Not()])*scale + c.early[v]
		if score > most && c.Value(l) == 0 {
			best, most = l, score
		}
	}
	if c.activity[best.Not()] > c.activity[best] {
		return best.Not()
	}
	return best
}

// satisfiable returns the result of witness if it finds a model of component k. It returns 0 if k
// has no model, and then c.failed is at most the current level. It also returns 0 if c.expired is
// set before it finds a model. The decision level is the same afterwards. If k has no variable of
// the projection, satisfiable adds a positive result to the cache.
//
// It searches as CDCL does: it assigns the values of the last search, to the most active variables
// first once it has met a conflict, and restarts.
func (c *modelCount) satisfiable(k component) number {
	base, rest := c.Level(), k.vars
	conflicts, restart, interval := 0, firstRestart, firstRestart
	for {
		if c.enterNode(); c.expired {
			c.backtrack(base)
			return number{}
		}
		for conflicts == 0 && len(rest) > 0 && c.IsAssigned(rest[0]) {
			rest = rest[1:]
		}
		v := c.mostActive(rest, conflicts == 0)
		if v == 0 {
			n := c.witness(k)
			c.saveValues(base)
			c.backtrack(base)
			if k.projected == 0 {
				c.cache.add(k.hash, k.key, n)
			}
			return n
		}
		c.counts.Decisions++
		c.Decide(c.saved[v])
		for !c.propagateLevel() {
			conflicts, rest = conflicts+1, k.vars
			c.raiseIncrement(conflictGrowth)
			if c.failed <= base {
				c.backtrack(base)
				return number{}
			}
			c.saveValues(base)
			c.backtrack(max(base, c.implied.level))
			if c.Level() == base {
				c.BeginLevel()
			}
			c.imply()
		}
		if conflicts >= restart {
			c.backtrack(base)
			c.reduce()
			interval += interval / 4
			restart = conflicts + interval
		}
	}
}

// mostActive returns the first unassigned variable of vars, or else the most active one. It returns 0 if all
// are assigned.
func (c *modelCount) mostActive(vars []uint32, first bool) uint32 {
	best, most := uint32(0), -1.0
	for _, v := range vars {
		if c.IsAssigned(v) {
			continue
		}
		if first {
			return v
		}
		if a := c.activity[clause.Positive(v)] + c.activity[clause.Negative(v)]; a > most {
			best, most = v, a
		}
	}
	return best
}

// saveValues stores in c.saved the true literals of the levels above base.
func (c *modelCount) saveValues(base int) {
	for _, l := range c.Trail[c.LevelStart(base+1):] {
		c.saved[l.Var()] = l
	}
}

// raiseIncrement multiplies the increment of activities by factor, and scales all activities down
// if it gets too large.
func (c *modelCount) raiseIncrement(factor float64) {
	if c.increment *= factor; c.increment > activityMost {
		for i := range c.activity {
			c.activity[i] /= activityMost
		}
		c.increment /= activityMost
	}
}
