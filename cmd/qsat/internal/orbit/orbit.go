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
	"queens/dimacs"
)

// Name is what this is called in statistics.
const Name = "orbit"

const (
	// maxClauses bounds the clauses of a formula whose symmetries are looked for, and work the
	// neighbours looked at for them, some hundredths of a second.
	maxClauses = 1 << 16
	work       = 1 << 23
	// maxGroup bounds the group of symmetries, and maxMoved the vertices in all of them.
	maxGroup = 1 << 14
	maxMoved = 1 << 23
)

// Orbits are those of the models of a task.
type Orbits struct {
	task       *engine.Task
	projection *engine.Projection
	leaders    *engine.Task           // has the leaders as models, and maybe some others
	group      []symmetry.Permutation // of the literals, as the vertices of a graph
	names      []dimacs.Lit           // of these
	moved      []int32                // the positive literals that symmetries move
	compared   []int32                // and those of them that are of the projection
	counters   []mappedCounter
	changing   []uint64 // variables that are not the same in all images, as bits
}

// Find returns the orbits of a task, nil if no symmetries are known.
func Find(ctx context.Context, t *engine.Task) (*Orbits, error) {
	if t.Formula.NumClauses() > maxClauses || clause.IsSparse(t.Formula) {
		return nil, nil
	}
	d, err := t.Clauses(ctx)
	if err != nil || d.Unsat {
		return nil, err
	}
	meter := t.Meter(Name)
	defer meter.Done()
	b := newBuilder(ctx, t, d)
	g := b.graph()
	g.Work = work
	group := g.Group(ctx, min(maxGroup, maxMoved/max(1, b.vertices)))
	o := &Orbits{task: t, names: b.names}
	for _, p := range group {
		o.group = append(o.group, p[:len(o.names)])
	}
	for v := int32(0); int(v) < len(o.names); v += 2 {
		if slices.ContainsFunc(o.group, func(p symmetry.Permutation) bool { return p[v] != v }) {
			o.moved = append(o.moved, v)
			if t.IsProjected(o.names[v].Var()) {
				o.compared = append(o.compared, v)
			}
		}
	}
	if len(o.compared) == 0 || ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	o.projection = t.Projection(ctx, d)
	o.mapCounters(b)
	o.leaders = o.lead(d)
	return o, nil
}

// A builder makes the graph of a formula.
type builder struct {
	ctx      context.Context
	task     *engine.Task
	clauses  *clause.Database
	counters []*counter
	isSum    []bool       // by variable: it is of one of them
	vertex   []int32      // by literal, from 1; 0 if there is none yet
	names    []dimacs.Lit // by vertex: its literal
	vertices int          // also of clauses and counters
}

func newBuilder(ctx context.Context, t *engine.Task, d *clause.Database) *builder {
	b := &builder{ctx: ctx, task: t, clauses: d, vertex: make([]int32, d.NumLits()), isSum: make([]bool, d.Vars+1)}
	b.counters = counters(ctx, t, d)
	for _, c := range b.counters {
		for _, l := range c.sums {
			b.isSum[l.Var()] = true
		}
	}
	return b
}

// at returns the vertex of a literal.
func (b *builder) at(l clause.Lit) int32 {
	if b.vertex[l] == 0 {
		n, p := int32(len(b.names)), clause.Positive(l.Var())
		b.vertex[p], b.vertex[p.Not()] = n+1, n+2
		b.names = append(b.names, b.clauses.Name(p), b.clauses.Name(p.Not()))
	}
	return b.vertex[l] - 1
}

// graph returns the graph of the clauses that have no sums, of the counters, by the numbers of
// labels that they allow, and of the set of all literals that are not of the projection.
func (b *builder) graph() symmetry.Graph {
	var edges [][]int32
	var long, others []int32
	lists := make([][][]int32, 2)
	for c := range b.clauses.UnsatisfiedUntil(b.ctx) {
		if slices.ContainsFunc(c, func(l clause.Lit) bool { return b.isSum[l.Var()] }) {
			continue
		}
		long = make([]int32, len(c))
		for i, l := range c {
			long[i] = b.at(l)
		}
		edges = append(edges, make([][]int32, len(b.names)-len(edges))...)
		if len(c) == 2 {
			k, l := long[0], long[1]
			edges[k], edges[l] = append(edges[k], l), append(edges[l], k)
		} else {
			lists[0] = append(lists[0], long)
		}
	}
	kinds := map[string]int{} // lists of counters
	for _, c := range b.counters {
		for sign := range clause.Lit(2) { // a counter of literals is one of their complements
			var labels []int32
			for _, l := range c.labels {
				labels = append(labels, b.at(l^sign))
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
	edges = append(edges, make([][]int32, len(b.names)-len(edges))...)
	for v := range edges { // a clause may be there twice
		slices.Sort(edges[v])
		edges[v] = slices.Compact(edges[v])
	}
	for v, l := range b.names {
		if !b.task.IsProjected(l.Var()) {
			others = append(others, int32(v))
		}
	}
	lists[1] = [][]int32{others}
	b.vertices = len(b.names)
	for _, list := range lists {
		b.vertices += len(list)
	}
	return symmetry.NewFormulaGraph(edges, lists...)
}
