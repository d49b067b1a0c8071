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
// The type Orbits lists all elements of a small group, and finds all images of a leader. A Group may have very
// many elements. It finds only the leaders, or their number.
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
	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// Name is the name of the package in statistics.
const Name = "orbit"

const (
	// Work is a value for the argument work of Find that suffices for most boards. It takes some
	// tenths of a second.
	Work = 1 << 23
	// maxClauses is the largest number of clauses of a formula. Find returns nil for larger formulas.
	maxClauses = 1 << 16
	// maxLabels is the largest number of labels of a counter. Larger counters are not used.
	maxLabels = 1 << 10
	// maxGroup is the largest number of symmetries in a group, and maxMoved the largest product of
	// this number and the number of vertices of the graph. Larger groups are not used.
	maxGroup = 1 << 14
	maxMoved = 1 << 23
	// maxRepresentatives is the largest number of symmetries whose images the clauses for leaders
	// compare with a model. The number of compared literals, over all these symmetries, is at most
	// maxCompared. Beyond these limits, some models that are not leaders satisfy the clauses, too.
	maxRepresentatives = 64
	maxCompared        = 1 << 14
)

// Orbits holds the symmetries of a task, and a task that is restricted to leaders.
type Orbits struct {
	task       *engine.Task
	clauses    *clause.Database   // the clauses of task
	projection *engine.Projection // the projection of task
	counters   []argument.Counter
	leaders    *engine.Task     // its models include the leaders, and possibly other models of the task
	group      [][]int32        // the symmetries, the identity first; each is indexed by literal and gives the image; nil for a Group
	moved      []clause.Lit     // the positive literals, no sums, that some symmetry does not fix, ascending; nil for a Group
	compared   []clause.Lit     // the projected literals of moved, ascending; for a Group, Chain.Moved
	weights    map[string]int32 // indexed by the text of a weight: the kind of its literals; see projected
}

// Find returns the orbits of a task, or nil if it finds no symmetry that moves a projected literal.
// It also returns nil if the formula has more than maxClauses clauses or is sparse (see
// clause.IsSparse), if unit propagation refutes it, if the group is too large (see maxGroup), or if
// the checker rejects the group. The search for symmetries visits about work neighbours in the graph
// of the formula. If it needs more, the group consists of the products of the symmetries found
// before. Find returns the cause if ctx ends, or the error of Task.Clauses, which is
// clause.ErrTooLarge.
func Find(ctx context.Context, t *engine.Task, work int) (*Orbits, error) {
	if t.Formula.NumClauses() > maxClauses || clause.IsSparse(t.Formula) {
		return nil, nil
	}
	d, err := t.Clauses()
	if err != nil || d.Unsat {
		return nil, err
	}
	o, _ := newOrbits(t, d, work, maxGroup)
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
	o.lead(o.representatives())
	return o, nil
}

// newOrbits returns the symmetries of t, whose clauses are d, with the fields task, clauses, counters and group.
// It also returns generators of the group, as accept does. If unit propagation refutes d, if there are no
// symmetries, or if there are more than limit, the group and the generators are nil. The limit is less in a
// large graph; see maxMoved. A limit of 0 means that there may be any number of symmetries; then only the
// group is nil. For work see Find.
func newOrbits(t *engine.Task, d *clause.Database, work, limit int) (o *Orbits, generators [][]int32) {
	o = &Orbits{task: t, clauses: d, weights: map[string]int32{}}
	if d.Unsat {
		return o, nil
	}
	meter := t.Meter(Name)
	defer meter.Done()
	o.counters = counters(t, d)
	g := o.graph()
	g.Work = work
	limit = min(limit, maxMoved/g.NumVertices())
	return o, o.accept(g.Generators(limit), limit, meter)
}

// accept drops the images of vertices that are no literals from the generators, which it returns. It sets
// o.group to the elements of their group, or to nil if there are more than limit. If the checker rejects a
// generator, accept increments meter.Rejected and returns nil. The generators may be nil.
func (o *Orbits) accept(generators [][]int32, limit int, meter *engine.Meter) [][]int32 {
	if generators == nil {
		return nil
	}
	for i, p := range generators {
		generators[i] = p[:o.clauses.NumLits()]
	}
	var err error
	if o.group, err = o.structure().Group(generators, max(limit, 1)); err != nil {
		meter.Rejected++
		return nil
	}
	return generators
}

// structure returns the structure whose symmetries o.group contains. Its sets are the unsatisfied
// original clauses without sums and without their false literals, the labels of each counter, and
// the complements of these labels. Both literals of a variable in a set have their result of
// projected as kind; other literals have kind 0, so that symmetries fix them. The kind of a set of
// labels gives the bounds of the counter.
//
// A symmetry maps values of labels that satisfy a counter to values that satisfy a counter of the
// same kind. Each sum is either determined by the labels or not projected, so the sums need no
// images.
func (o *Orbits) structure() *checker.Structure {
	s := checker.Residual(o.clauses, o.lacksSums(), o.projected)
	for kind, labels := range o.labels {
		var points []int32
		for _, l := range labels {
			points = append(points, int32(l))
			s.SetKind(int32(l), o.projected(l))
		}
		s.Add(kind, points...)
	}
	return s
}

// projected returns the kind of a literal in structure: 1 if it is not projected, 2 if it is projected and
// has no weight, and otherwise a higher kind for each weight.
func (o *Orbits) projected(l clause.Lit) int32 {
	name, weight := o.clauses.Name(l), ""
	if !o.task.IsProjected(name.Var()) {
		return 1
	}
	if w := o.task.Weights[name]; w != nil {
		weight = w.RatString()
	}
	if o.weights[weight] == 0 {
		o.weights[weight] = int32(2 + len(o.weights))
	}
	return o.weights[weight]
}

// labels yields two sets for each counter: the labels, and then their complements, which the
// counter also counts. It yields the kind of the set and a copy of its literals. Two sets of the
// same size have the same kind if and only if their counters allow the same numbers of true
// literals in them. Each kind is positive, unlike the kind 0 of clauses.
func (o *Orbits) labels(yield func(kind int32, labels []clause.Lit) bool) {
	for _, c := range o.counters {
		low, high := c.Low, c.High
		for sign := range clause.Lit(2) {
			labels := lists.Map(c.Labels, func(l clause.Lit) clause.Lit { return l ^ sign })
			if !yield(int32(1+low*(maxLabels+1)+high), labels) {
				return
			}
			low, high = len(labels)-high, len(labels)-low
		}
	}
}

// lacksSums returns a function that reports whether a clause has no sum of a counter.
func (o *Orbits) lacksSums() func(c []clause.Lit) bool {
	isSum := make([]bool, o.clauses.Vars+1)
	for _, c := range o.counters {
		for _, s := range c.Sums {
			isSum[s.Lit.Var()] = true
		}
	}
	return func(c []clause.Lit) bool {
		return !slices.ContainsFunc(c, func(l clause.Lit) bool { return isSum[l.Var()] })
	}
}

// graph returns the graph of the sets of structure. Its symmetries, restricted to literals, are
// candidates for symmetries of the structure. The vertices of clauses and of each kind of counters
// have different kinds, and so have literals that are projected and literals that are not.
func (o *Orbits) graph() symmetry.Graph {
	lists := make([][][]clause.Lit, 1) // lists[0]: the clauses; every other list: the sets of labels of one kind
	known := map[int32]int{}           // indexed by kind of a set of labels: the index in lists
	for kind, labels := range o.labels {
		k, has := known[kind]
		if !has {
			k, lists = len(lists), append(lists, nil)
			known[kind] = k
		}
		lists[k] = append(lists[k], labels)
	}
	lacksSums := o.lacksSums()
	lists[0] = slices.DeleteFunc(symmetry.Clauses(o.clauses), func(c []clause.Lit) bool { return !lacksSums(c) })
	g := symmetry.NewClauseGraph(o.clauses.NumLits(), lists...)
	g.Separate(func(l clause.Lit) uint64 { return uint64(o.projected(l)) << 40 }) // beyond the kinds of sets
	return g
}

// counters returns the counters that package cardinality finds in d, the clauses of t, and the
// checker accepts. It leaves out counters with more than maxLabels labels, and counters with a sum that
// has a weight. It sets Unique for a counter with a projected sum, so that its labels must determine its
// sums.
func counters(t *engine.Task, d *clause.Database) (list []argument.Counter) {
	isProjected := func(v uint32) bool { return t.IsProjected(d.Name(clause.Positive(v)).Var()) }
	isWeighted := func(s argument.Threshold) bool { return t.Weights[d.Name(s.Lit)] != nil }
	for _, c := range cardinality.Counters(d) {
		c.Unique = slices.ContainsFunc(c.Sums, func(s argument.Threshold) bool { return isProjected(s.Lit.Var()) })
		if len(c.Labels) <= maxLabels && !slices.ContainsFunc(c.Sums, isWeighted) {
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

// lead sets o.projection, and sets o.leaders to the task with the clauses for leaders, which the method compare
// makes from each symmetry in list. The projection of this task contains only the variables of
// o.projection.Branch, because unconstrained variables need no enumeration. The fields task, clauses and
// compared must be set.
func (o *Orbits) lead(list [][]int32) {
	o.projection = o.task.Projection(o.clauses)
	u := o.task.About(o.task.Formula.With())
	u.Project = lists.Map(o.projection.Branch, func(v uint32) int { return int(o.clauses.Names[v]) })
	slices.Sort(u.Project)
	for _, p := range list {
		o.compare(u.Formula, p, max(1, maxCompared/len(list)))
	}
	o.leaders = u
}

// representatives returns the symmetries whose images the clauses for leaders compare with a model:
// all except the identity. If these are more than maxRepresentatives, it returns at most that
// number, the first for each image of o.compared[0] other than o.compared[0] itself.
func (o *Orbits) representatives() [][]int32 {
	list := o.group[1:]
	if len(list) <= maxRepresentatives {
		return list
	}
	first := o.compared[0]
	seen := map[int32]bool{int32(first): true}
	list = slices.DeleteFunc(slices.Clone(list), func(p []int32) bool {
		again := seen[p[first]]
		seen[p[first]] = true
		return again
	})
	return list[:min(len(list), maxRepresentatives)]
}

// compare adds lex-leader clauses to f: a model satisfies them if it is greater than or equal to its
// image under p, in the order of o.compared. It compares at most the first most pairs of a literal
// and its image, not counting pairs whose literals are equal if all earlier pairs are. If this
// reaches all of o.compared, or a pair whose literals are complements if all earlier pairs are
// equal, only such models satisfy the clauses. Otherwise lesser models may satisfy them, too. The
// argument most must be positive.
//
// For each pair (x, y) of a literal and its image, the clauses say: if all earlier pairs are equal,
// then x >= y, which is (x, -y). A new variable says that all pairs so far are equal. The clauses
// define it by the values of the other variables, so each model extends in one way.
//
// Source: J. Crawford, M. Ginsberg, E. Luks and A. Roy, "Symmetry-Breaking Predicates for Search
// Problems", KR 1996.
func (o *Orbits) compare(f *dimacs.Formula, p []int32, most int) {
	var equal dimacs.Lit                    // true if and only if all earlier pairs are equal; 0 before the first pair
	parent := map[clause.Lit]clause.Lit{}   // union-find: another literal with the same value if equal is true
	find := func(l clause.Lit) clause.Lit { // the representative of the literals with the value of l
		for k, has := parent[l]; has; k, has = parent[l] {
			l = k
		}
		return l
	}
	add := func(lits ...dimacs.Lit) {
		if equal != 0 {
			lits = append(lits, -equal)
		}
		f.Add(lits...)
	}
	for _, l := range o.compared {
		image := clause.Lit(p[l])
		x, y := o.clauses.Name(l), o.clauses.Name(image)
		k, l := find(l), find(image)
		if k == l {
			continue
		}
		add(x, -y)
		if most--; most == 0 || k == l^1 {
			return
		}
		parent[k], parent[k^1] = l, l^1
		next := dimacs.Lit(f.Vars + 1)
		add(x, next)
		add(-y, next)
		f.Add(-next, -x, y)
		if equal != 0 {
			f.Add(-next, equal)
		}
		equal = next
	}
}
