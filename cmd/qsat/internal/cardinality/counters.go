package cardinality

import (
	"cmp"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// truth and falsity are the constants. They take the place of a literal of the formula.
const (
	truth   = argument.True
	falsity = argument.False
)

// A counter is a list of literals, its labels, with a lower bound k on the number of true labels. It
// has k windows. If the labels are read from left to right, the number of true labels reaches j+1 at
// a label of windows[j]. For example, if at least 2 of 4 labels are true, windows[0] is labels 0 to 2
// and windows[1] is labels 1 to 3. Both ends of the windows ascend.
type counter struct {
	labels     []clause.Lit
	windows    []window
	grid       *grid       // the encoding; nil if constraint is not nil
	finder     *gridFinder // the finder of the grid; nil if constraint is not nil
	constraint *constraint // the bound, if it comes from findConstraints; otherwise nil
}

// A window is the interval labels[from:to].
type window struct{ from, to int }

// Counters returns the sequential counters that it finds in d within countersWork, with their bounds and
// the thresholds of their sums, by ascending Prefix and then AtLeast. Clauses prove the bounds, but other
// clauses with the sums may contradict the thresholds, or fail to prove them. Unique is false.
func Counters(d *clause.Database) (list []argument.Counter) {
	s := &refuter{Database: d, work: countersWork}
	s.countBinary()
	f := newGridFinder(d, s.numBinary, &s.work)
	for _, g := range f.grids() {
		c := argument.Counter{Labels: g.labels, Low: len(f.counter(g).windows), High: len(g.labels) - len(f.counter(g.complement()).windows)}
		for _, s := range g.sums {
			p := f.places[s.Var()]
			c.Sums = append(c.Sums, argument.Threshold{Lit: s, Prefix: p.labels - g.origin.labels, AtLeast: p.trues - g.origin.trues})
		}
		slices.SortFunc(c.Sums, func(a, b argument.Threshold) int {
			return cmp.Or(cmp.Compare(a.Prefix, b.Prefix), cmp.Compare(a.AtLeast, b.AtLeast))
		})
		list = append(list, c)
	}
	return list
}

// counter returns the counter of a grid: the largest lower bound k on the number of true labels that the
// clauses of its sums prove level by level, with its k windows. Without such a bound, k is 0.
func (f *gridFinder) counter(g *grid) *counter {
	c := &counter{labels: g.labels, grid: g, finder: f}
	for level := 0; ; level++ {
		from := level
		for from < len(g.labels) && g.at(from+1, level+1) == 0 {
			from++
		}
		w := window{from, from + 1}
		for g.at(w.to, level+1) != 0 {
			w.to++
		}
		if c.windows = append(c.windows, w); !c.isLevel(level) {
			c.windows = c.windows[:level]
			return c
		}
	}
}

// isLevel reports whether c.windows[level] has at least two labels and ends within the labels, and
// clauses prove that the number of true labels reaches level+1 in it. The windows before it must be
// levels.
func (c *counter) isLevel(level int) bool {
	w := c.windows[level]
	for i := w.from + 1; i <= min(w.to, len(c.labels)); i++ {
		if _, has := c.reasons(level, i); !has {
			return false
		}
	}
	return w.to > w.from+1 && w.to <= len(c.labels)
}

// sum returns a literal which implies that more than level of the first i labels are true: truth if
// they include the whole window of the level, and for level -1; falsity if they include no label of
// the window; and otherwise a sum of the grid.
func (c *counter) sum(level, i int) clause.Lit {
	switch {
	case level < 0 || i >= c.windows[level].to:
		return truth
	case i <= c.windows[level].from:
		return falsity
	}
	return c.grid.at(i, level+1)
}

// reasons returns the two clauses that prove what sum(level, i) implies, and whether the formula has
// both. The first contains the negation of the sum, sum(level, i-1) and label i, counted from 1. The
// second contains the negation of the sum and sum(level-1, i-1). Constants are left out. A clause is
// 0 if it is binary, not needed or missing.
func (c *counter) reasons(level, i int) (list [2]clause.Ref, has bool) {
	s, before, below := c.sum(level, i), c.sum(level, i-1), c.sum(level-1, i-1)
	switch {
	case before == falsity:
		list[0], has = c.finder.clauseOf(s.Not(), c.labels[i-1])
	case s == truth:
		list[0], has = c.finder.clauseOf(before, c.labels[i-1])
	default:
		for _, l := range c.finder.from[before] {
			if l.after == s && l.label == c.labels[i-1] {
				list[0], has = l.clause, true
			}
		}
	}
	if has && below != truth {
		list[1], has = c.finder.clauseOf(s.Not(), below)
	}
	return list, has
}
