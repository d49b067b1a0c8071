// Package orbit finds the models of a formula that has symmetries by one of each orbit, its
// leader, which is no less than any image of it: clauses that say so leave less to search. The
// images of a leader are models, too.
//
// Symmetries are those of the clauses, but for the clauses of counters: a counter says the same
// of all its labels, however that was encoded.
package orbit

import (
	"context"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/symmetry"
)

// Name is what this is called in statistics.
const Name = "orbit"

const (
	// Work is enough to find the symmetries of most boards: some tenths of a second.
	Work = 1 << 23
	// maxClauses bounds the clauses of a formula whose symmetries are looked for.
	maxClauses = 1 << 16
	// maxGroup bounds the group of symmetries, and maxMoved the vertices in all of them.
	maxGroup = 1 << 14
	maxMoved = 1 << 23
)

// Orbits are those of the models of a task.
type Orbits struct {
	task       *engine.Task
	clauses    *clause.Database
	projection *engine.Projection
	counters   []*counter
	leaders    *engine.Task           // has the leaders as models, and maybe some others
	group      []symmetry.Permutation // of vertices, of which the first are the literals, by number
	moved      []clause.Lit           // the positive ones that are not the same in all images, but sums
	compared   []clause.Lit           // those of them that are of the projection
}

// Find returns the orbits of a task, nil if no symmetries are known. So many neighbours in the graph
// of the formula may be looked at for them.
func Find(ctx context.Context, t *engine.Task, work int) (*Orbits, error) {
	if t.Formula.NumClauses() > maxClauses || clause.IsSparse(t.Formula) {
		return nil, nil
	}
	d, err := t.Clauses(ctx)
	if err != nil || d.Unsat {
		return nil, err
	}
	meter := t.Meter(Name)
	defer meter.Done()
	o := &Orbits{task: t, clauses: d}
	o.counters, meter.Rejected = counters(ctx, t, d)
	g := o.graph(ctx)
	g.Work = work
	o.group = g.Group(ctx, min(maxGroup, maxMoved/g.NumVertices()))
	for l := clause.Positive(1); int(l) < d.NumLits(); l += 2 {
		if slices.ContainsFunc(o.group, func(p symmetry.Permutation) bool { return p[l] != int32(l) }) {
			o.moved = append(o.moved, l)
			if t.IsProjected(d.Name(l).Var()) {
				o.compared = append(o.compared, l)
			}
		}
	}
	if len(o.compared) == 0 || ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	o.projection = t.Projection(ctx, d)
	o.lead()
	return o, nil
}

// graph returns the graph of the clauses that have no sums, of the counters, by the numbers of
// labels that they allow. Literals of the projection are a kind of their own.
func (o *Orbits) graph(ctx context.Context) symmetry.Graph {
	isSum := map[uint32]bool{}
	lists := make([][][]clause.Lit, 1) // clauses first
	kinds := map[string]int{}          // lists of counters
	for _, c := range o.counters {
		for _, l := range c.sums {
			isSum[l.Var()] = true
		}
		for sign := range clause.Lit(2) { // a counter of literals is one of their complements
			var labels []clause.Lit
			for _, l := range c.labels {
				labels = append(labels, l^sign)
			}
			kind := fmt.Sprint(c.counts)
			slices.Reverse(c.counts)
			k, known := kinds[kind]
			if !known {
				k, lists = len(lists), append(lists, nil)
				kinds[kind] = k
			}
			lists[k] = append(lists[k], labels)
		}
	}
	for _, c := range symmetry.Clauses(ctx, o.clauses) {
		if !slices.ContainsFunc(c, func(l clause.Lit) bool { return isSum[l.Var()] }) {
			lists[0] = append(lists[0], c)
		}
	}
	g := symmetry.NewClauseGraph(o.clauses.NumLits(), lists...)
	g.Separate(func(l clause.Lit) bool { return !o.task.IsProjected(o.clauses.Name(l).Var()) })
	return g
}
