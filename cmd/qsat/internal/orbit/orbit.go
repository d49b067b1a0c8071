// Package orbit finds the models of a formula that has symmetries by one of each orbit, its
// leader, which is no less than any image of it: clauses that say so leave less to search. The
// images of a leader are models, too.
//
// Symmetries are those of the clauses, but for the clauses of counters: a counter says the same
// of all its labels, however that was encoded.
package orbit

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/checker"
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
	counters   []*argument.Counter
	leaders    *engine.Task // has the leaders as models, and maybe some others
	group      [][]int32    // of literals
	moved      []clause.Lit // the positive ones that are not the same in all images, but sums
	compared   []clause.Lit // those of them that are of the projection
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
	o.find(ctx, &g, meter)
	for l := clause.Positive(1); int(l) < d.NumLits(); l += 2 {
		if slices.ContainsFunc(o.group, func(p []int32) bool { return p[l] != int32(l) }) {
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

// find sets the group to that of the symmetries of a graph. The group stays empty if it is too large
// or the checker rejects it.
func (o *Orbits) find(ctx context.Context, g *symmetry.Graph, meter *engine.Meter) {
	limit := min(maxGroup, maxMoved/g.NumVertices())
	generators := g.Generators(ctx, limit)
	if generators == nil {
		return
	}
	for i, p := range generators { // without the vertices of clauses
		generators[i] = p[:o.clauses.NumLits()]
	}
	var err error
	if o.group, err = o.structure().Group(ctx, generators, limit); err != nil {
		meter.Rejected++
	}
}

// structure returns the structure that the group is claimed for: the clauses without sums, and the
// labels of each counter as a set. The kind of a literal tells whether it is of the projection, and
// the kind of a set of labels which numbers of them may be true. A symmetry maps values of the
// labels that a counter allows to values that another one of the same kind allows, with all sums
// determined by the labels or not of the projection. Weights need no kinds, because each image is
// found as a model of its own.
func (o *Orbits) structure() *checker.Structure {
	isSum := o.sums()
	hasSum := func(c []clause.Lit) bool {
		return slices.ContainsFunc(c, func(l clause.Lit) bool { return isSum[l.Var()] })
	}
	projected := func(l clause.Lit) int32 {
		if o.task.IsProjected(o.clauses.Name(l).Var()) {
			return 2
		}
		return 1
	}
	s := checker.Residual(o.clauses, func(c []clause.Lit) bool { return !hasSum(c) }, projected)
	for _, c := range o.counters {
		for sign := range clause.Lit(2) {
			var labels []int32
			for _, l := range c.Labels {
				labels = append(labels, int32(l^sign))
				s.SetKind(int32(l^sign), projected(l))
			}
			s.Add(kind(c, sign), labels...)
		}
	}
	return s
}

// kind returns a number for a counter of labels, or of their complements if sign is 1: the same for
// counters that allow the same numbers of true ones.
func kind(c *argument.Counter, sign clause.Lit) int32 {
	low, high := c.Low, c.High
	if sign > 0 {
		low, high = len(c.Labels)-high, len(c.Labels)-low
	}
	return int32(1 + low*(maxLabels+1) + high)
}

// sums tells, for each variable, whether it is a sum of a counter.
func (o *Orbits) sums() []bool {
	is := make([]bool, o.clauses.Vars+1)
	for _, c := range o.counters {
		for _, s := range c.Sums {
			is[s.Lit.Var()] = true
		}
	}
	return is
}

// graph returns the graph of the clauses that have no sums, of the counters, by the numbers of
// labels that they allow. Literals of the projection are a kind of their own.
func (o *Orbits) graph(ctx context.Context) symmetry.Graph {
	isSum := o.sums()
	lists := make([][][]clause.Lit, 1) // clauses first
	known := map[int32]int{}           // lists of counters, by kind
	for _, c := range o.counters {
		for sign := range clause.Lit(2) { // a counter of literals is one of their complements
			var labels []clause.Lit
			for _, l := range c.Labels {
				labels = append(labels, l^sign)
			}
			k, has := known[kind(c, sign)]
			if !has {
				k, lists = len(lists), append(lists, nil)
				known[kind(c, sign)] = k
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
