package orbit

import (
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
)

// counters returns the counters of a formula that the checker accepts. It leaves out counters with more
// than maxLabels labels. If a sum is projected, the counter is Unique: the labels must determine the sums.
func counters(t *engine.Task, d *clause.Database) (list []argument.Counter) {
	isProjected := func(v uint32) bool { return t.IsProjected(d.Name(clause.Positive(v)).Var()) }
	for _, c := range cardinality.Counters(d) {
		c.Unique = slices.ContainsFunc(c.Sums, func(s argument.Threshold) bool { return isProjected(s.Lit.Var()) })
		if len(c.Labels) <= maxLabels {
			list = append(list, c)
		}
	}
	accepted := checker.New(d).CheckCounters(list, isProjected)
	kept := list[:0]
	for i, c := range list {
		if accepted[i] {
			kept = append(kept, c)
		}
	}
	return kept
}
