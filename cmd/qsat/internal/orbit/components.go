package orbit

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
)

// counters finds the counters of a formula. It takes the variables that cardinality.Sums returns as
// sums. Two clauses with a common sum belong to the same component, and a component may be a counter.
// Counters returns those that the checker accepts, and the number of wrong ones.
func counters(ctx context.Context, t *engine.Task, d *clause.Database) (list []*argument.Counter, rejected int64) {
	isSum := cardinality.Sums(d)
	parent := make([]uint32, len(isSum)) // union-find, indexed by variable: another sum of its component, or itself
	for v := range parent {
		parent[v] = uint32(v)
	}
	find := func(v uint32) uint32 {
		for parent[v] != v {
			parent[v] = parent[parent[v]]
			v = parent[v]
		}
		return v
	}
	sum := func(l clause.Lit) bool { return isSum[l.Var()] }
	for c := range d.Unsatisfied {
		if i := slices.IndexFunc(c, sum); i >= 0 {
			for _, l := range c[i+1:] {
				if sum(l) {
					parent[find(l.Var())] = find(c[i].Var())
				}
			}
		}
	}
	number := map[uint32]int{}
	var components [][][]clause.Lit
	for c := range d.Unsatisfied {
		if i := slices.IndexFunc(c, sum); i >= 0 {
			v := find(c[i].Var())
			n, known := number[v]
			if !known {
				n, components = len(components), append(components, nil)
				number[v] = n
			}
			components[n] = append(components[n], slices.Clone(c))
		}
	}
	for _, clauses := range components {
		if ctx.Err() != nil {
			return nil, 0
		}
		m := newComponent(clauses, isSum)
		projected := func(isLabel bool) (some, all bool) {
			all = true
			for n, l := range m.lits {
				if m.isLabel[n] == isLabel {
					is := t.IsProjected(d.Name(l).Var())
					some, all = some || is, all && is
				}
			}
			return some, all
		}
		// Projected labels must determine projected sums.
		m.strict, _ = projected(false)
		if _, all := projected(true); m.strict && !all {
			continue
		}
		if r := m.counter(); r != nil {
			list = append(list, r)
		}
	}
	return accepted(t, d, list)
}

// accepted returns the counters that the checker accepts, and the number of wrong ones. It drops the
// counters that are neither: they may be right, but the checker cannot prove it. An example is a
// definition of another kind that happens to count.
func accepted(t *engine.Task, d *clause.Database, list []*argument.Counter) (kept []*argument.Counter, rejected int64) {
	if len(list) == 0 {
		return nil, 0
	}
	claims := make([]argument.Counter, len(list))
	for i, r := range list {
		claims[i] = *r
	}
	isProjected := func(v uint32) bool { return t.IsProjected(d.Name(clause.Positive(v)).Var()) }
	ok, wrong := checker.New(d).CheckCounters(claims, isProjected)
	for i := range list {
		switch {
		case ok[i]:
			kept = append(kept, list[i])
		case wrong[i]:
			rejected++
		}
	}
	return kept, rejected
}
