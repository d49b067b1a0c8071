package orbit

import (
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
)

// maxLabels is the largest number of labels of a counter. Larger counters are not used.
const maxLabels = 1 << 10

// counters returns the counters of a formula that the checker accepts, and the number of counters
// that the checker finds wrong. It does not pass two kinds of counters to the checker: counters with
// more than maxLabels labels, and counters with a projected sum and a label that is not projected.
// If a sum is projected, the counter is Unique: the labels must determine the sums.
func counters(t *engine.Task, d *clause.Database) (list []argument.Counter, rejected int64) {
	for _, c := range cardinality.Counters(d) {
		isProjected := func(l clause.Lit) bool { return t.IsProjected(d.Name(l).Var()) }
		c.Unique = slices.ContainsFunc(c.Sums, func(s argument.Threshold) bool { return isProjected(s.Lit) })
		isFree := func(l clause.Lit) bool { return !isProjected(l) }
		if len(c.Labels) <= maxLabels && !(c.Unique && slices.ContainsFunc(c.Labels, isFree)) {
			list = append(list, c)
		}
	}
	return accepted(t, d, list)
}

// accepted returns the counters that the checker accepts, and the number of wrong ones. It drops the
// counters that are neither: they may be right, but the checker cannot prove it. An example is a
// definition of another kind that happens to count.
func accepted(t *engine.Task, d *clause.Database, list []argument.Counter) (kept []argument.Counter, rejected int64) {
	isProjected := func(v uint32) bool { return t.IsProjected(d.Name(clause.Positive(v)).Var()) }
	ok, wrong := checker.New(d).CheckCounters(list, isProjected)
	for i, c := range list {
		switch {
		case ok[i]:
			kept = append(kept, c)
		case wrong[i]:
			rejected++
		}
	}
	return kept, rejected
}
