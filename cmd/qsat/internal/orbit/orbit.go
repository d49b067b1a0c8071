// Package orbit finds the models of a formula with symmetries. It works in four steps:
//
//  1. Find counters ("at least 2 of these 5 literals"), so that step 2 can ignore their clauses.
//  2. Find a group of symmetries, and let package checker accept it.
//  3. Compare models by a fixed order of the literals: the first literal with different values
//     decides, and true is greater than false. The images of a model under the group are models,
//     too: its orbit. The greatest model of an orbit is its leader. Add clauses that all leaders
//     satisfy and most other models do not. An engine finds the models of the result.
//  4. Drop each model that is not the leader of its orbit. Return all images of each leader.
//
// For example, the formula (x, y) has the symmetry that exchanges x and y. A leader has x >= y in the
// order x, y, so step 3 adds the clause (x, -y). The leaders are xy = 11 and 10. Their images are the
// models 11, 10 and 01.
//
// A symmetry permutes the literals and maps clauses to clauses. The clauses of a counter need not map
// to clauses. It is enough that the labels of the counter map to the labels of a counter with the
// same bounds, because a counter depends only on the number of true labels. Package argument
// describes counters, their labels and their sums.
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

// Name is the name of the package in statistics.
const Name = "orbit"

const (
	// Work is a value for the argument work of Find that suffices for most boards. It takes some
	// tenths of a second.
	Work = 1 << 23
	// maxClauses is the largest number of clauses of a formula. Find returns nil for larger formulas.
	maxClauses = 1 << 16
	// maxGroup is the largest number of symmetries in a group, and maxMoved the largest product of
	// this number and the number of vertices of the graph. Larger groups are not used.
	maxGroup = 1 << 14
	maxMoved = 1 << 23
)

// Orbits holds the symmetries of a task, and a task that is restricted to leaders.
type Orbits struct {
	task       *engine.Task
	clauses    *clause.Database
	projection *engine.Projection
	counters   []argument.Counter
	leaders    *engine.Task // its models include the leaders, and possibly other models of the task
	group      [][]int32    // symmetries, the identity first; a symmetry is indexed by literal and gives the image
	moved      []clause.Lit // positive literals, no sums, that some symmetry does not fix
	compared   []clause.Lit // the projected literals of moved
}

// Find returns the orbits of a task, or nil if it finds no symmetry that moves a projected literal. It
// also returns nil if the formula or the group is too large, if the formula has far more variables than
// clauses, if unit propagation refutes it, or if the checker rejects the group. The search for symmetries
// visits about work neighbours in the graph of the formula. If it needs more, the group consists of the
// products of the symmetries found so far. Find returns the cause if ctx ends, or clause.ErrTooLarge.
func Find(ctx context.Context, t *engine.Task, work int) (*Orbits, error) {
	if t.Formula.NumClauses() > maxClauses || clause.IsSparse(t.Formula) {
		return nil, nil
	}
	d, err := t.Clauses()
	if err != nil || d.Unsat {
		return nil, err
	}
	meter := t.Meter(Name)
	defer meter.Done()
	o := &Orbits{task: t, clauses: d}
	o.counters, meter.Rejected = counters(t, d)
	g := o.graph()
	g.Work = work
	o.find(&g, meter)
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
	o.projection = t.Projection(d)
	o.lead()
	return o, nil
}

// find sets o.group to the group that the symmetries found in the graph g generate. If the work of g
// runs out, only the symmetries found before count. The group stays empty if there are none, if it would
// be too large, or if the checker rejects a symmetry.
func (o *Orbits) find(g *symmetry.Graph, meter *engine.Meter) {
	limit := min(maxGroup, maxMoved/g.NumVertices())
	generators := g.Generators(limit)
	if generators == nil {
		return
	}
	for i, p := range generators { // drop the images of vertices that are no literals
		generators[i] = p[:o.clauses.NumLits()]
	}
	var err error
	if o.group, err = o.structure().Group(generators, limit); err != nil {
		meter.Rejected++
	}
}

// structure returns the structure whose symmetries form the group. Its sets are the clauses without
// sums, the labels of each counter, and the complements of these labels. The kind of a literal tells
// whether it is projected. The kind of a set of labels gives the bounds of the counter.
//
// A symmetry maps values of labels that satisfy a counter to values that satisfy a counter of the same
// kind. Each sum is either determined by the labels or not projected, so the sums need no images.
// Literals of different weights may have the same kind, because each image is a model of its own.
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

// kind returns the kind of the set of labels of a counter, or of their complements if sign is 1. Two
// sets of the same size have the same kind if and only if their counters allow the same numbers of
// true literals in them. The kind is positive, unlike the kind 0 of clauses.
func kind(c argument.Counter, sign clause.Lit) int32 {
	low, high := c.Low, c.High
	if sign > 0 {
		low, high = len(c.Labels)-high, len(c.Labels)-low
	}
	return int32(1 + low*(maxLabels+1) + high)
}

// sums returns, indexed by variable, whether the variable is a sum of a counter.
func (o *Orbits) sums() []bool {
	is := make([]bool, o.clauses.Vars+1)
	for _, c := range o.counters {
		for _, s := range c.Sums {
			is[s.Lit.Var()] = true
		}
	}
	return is
}

// graph returns the graph of the sets of structure. Its automorphisms, restricted to literals, are
// candidates for symmetries. Clauses and each kind of counters have vertices of different colours, and
// so have literals that are projected and literals that are not.
func (o *Orbits) graph() symmetry.Graph {
	isSum := o.sums()
	lists := make([][][]clause.Lit, 1) // lists[0]: the clauses; every other list: the sets of labels of one kind
	known := map[int32]int{}           // indexed by kind of a set of labels: the index in lists
	for _, c := range o.counters {
		for sign := range clause.Lit(2) { // a counter of labels also counts their complements
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
	for _, c := range symmetry.Clauses(o.clauses) {
		if !slices.ContainsFunc(c, func(l clause.Lit) bool { return isSum[l.Var()] }) {
			lists[0] = append(lists[0], c)
		}
	}
	g := symmetry.NewClauseGraph(o.clauses.NumLits(), lists...)
	g.Separate(func(l clause.Lit) bool { return !o.task.IsProjected(o.clauses.Name(l).Var()) })
	return g
}
