package cover

import (
	"context"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// classes are of solutions that a group of symmetries maps to each other. A formula that
// keeps one of each by comparisons with all images has as many models as the average, over
// the group, of how many solutions a symmetry maps to themselves. All solutions are those of
// the identity, and counting them makes use of symmetries; of others there are few.
//
// Source: W. Burnside, "Theory of Groups of Finite Order", 1897, for the average.
type classes struct {
	*problem // without the comparisons
	group    []permutation
	places   map[string]int // in the group
}

// A permutation holds the image of each option.
type permutation []int32

// countClasses counts the models of a formula that compares each solution with all images
// under a group of symmetries. It declines others.
func (e *Engine) countClasses(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	n := dimacs.Count{M: new(big.Int)}
	d, err := t.Clauses(ctx)
	if err != nil {
		return n, err
	}
	var leaders *symmetry.Leaders
	if t.Formula.NumClauses() <= maxClauses && !d.Unsat {
		leaders = symmetry.FindLeaders(ctx, d)
	}
	if leaders == nil {
		return n, declined("it compares no images")
	}
	n.Shift = uint64(t.Projection(ctx, d).Unconstrained)
	return n, run(ctx, uncompared(t, d, leaders), allModels, func(p *problem) error {
		c := newClasses(p, leaders.Lists)
		if c == nil {
			return declined("it does not compare all images under a group of symmetries")
		}
		return c.count(ctx, n.M)
	})
}

// uncompared returns the task of the clauses that make no comparison, with the variables of d.
func uncompared(t *engine.Task, d *clause.Database, leaders *symmetry.Leaders) *engine.Task {
	f, projected := &dimacs.Formula{Vars: d.Vars}, make([]bool, d.Vars+1)
	var lits []dimacs.Lit
	for _, c := range leaders.Clauses {
		lits = lits[:0]
		for _, l := range c {
			lits = append(lits, l.Dimacs())
			projected[l.Var()] = t.IsProjected(int(d.Names[l.Var()]))
		}
		f.Add(lits...)
	}
	u := &engine.Task{Problem: engine.Problem{Formula: f, Project: []int{}}, Options: t.Options}
	for v, is := range projected {
		if is {
			u.Project = append(u.Project, v)
		}
	}
	return u
}

// newClasses returns nil if the lists are not those of a group of symmetries, of assignments
// in one lexicographic order.
func newClasses(p *problem, lists [][]symmetry.Comparison) *classes {
	if p.projection != nil {
		return nil
	}
	c := &classes{problem: p, places: map[string]int{}}
	option := slices.Repeat([]int32{-1}, 2*p.task.Formula.Vars+2) // by literal
	for i, l := range p.in.options {
		option[clause.Of(p.clauses.Name(l))] = int32(i)
	}
	identity := make(permutation, len(p.in.options))
	for i := range identity {
		identity[i] = int32(i)
	}
	c.add(identity)
	later := make([][]int32, len(identity)) // by option: some that are to be compared after it
	for _, list := range lists {
		g := closed(list, option, later)
		if g == nil || len(c.group) == maxGroup || !c.add(g) {
			return nil
		}
	}
	if !isAcyclic(later) || !c.isGroup() {
		return nil
	}
	return c
}

// closed returns the permutation whose images a list compares, nil if there is none. The last
// option of each cycle needs no comparison. What comes later in the list is noted.
func closed(list []symmetry.Comparison, option []int32, later [][]int32) permutation {
	image := slices.Repeat(permutation{-1}, len(later))
	source, last := slices.Clone(image), int32(-1)
	for _, c := range list {
		v, w := option[c[0]], option[c[1]]
		if v < 0 || w < 0 {
			v, w = option[c[1].Not()], option[c[0].Not()]
		}
		if v < 0 || w < 0 || image[v] >= 0 || source[w] >= 0 {
			return nil
		}
		if image[v], source[w] = w, v; last >= 0 {
			later[last] = append(later[last], v)
		}
		last = v
	}
	for v := range image {
		if end := int32(v); image[end] < 0 {
			first := end
			for source[first] >= 0 {
				first = source[first]
				later[first] = append(later[first], end)
			}
			image[end], source[first] = first, end
		}
	}
	return image
}

// isAcyclic reports whether all that is later can be put in an order.
func isAcyclic(later [][]int32) bool {
	before := make([]int, len(later))
	for _, list := range later {
		for _, w := range list {
			before[w]++
		}
	}
	var order []int32
	for v, n := range before {
		if n == 0 {
			order = append(order, int32(v))
		}
	}
	for k := 0; k < len(order); k++ {
		for _, w := range later[order[k]] {
			if before[w]--; before[w] == 0 {
				order = append(order, w)
			}
		}
	}
	return len(order) == len(later)
}

// key is the same for two permutations, or two sorted lists of options, if they are.
func key(list []int32) string {
	bytes := make([]byte, 0, 2*len(list))
	for _, i := range list {
		bytes = append(bytes, byte(i), byte(i>>8))
	}
	return string(bytes)
}

// add adds a permutation to the group, unless it has that. It returns false if it is no symmetry.
func (c *classes) add(g permutation) bool {
	if _, known := c.places[key(g)]; known {
		return true
	}
	conflicts := bitset.New[int](len(g))
	for i, image := range g {
		clear(conflicts)
		for j := range c.in.conflicts[i].All() {
			conflicts.Add(int(g[j]))
		}
		if !slices.Equal(conflicts, c.in.conflicts[image]) {
			return false
		}
	}
	items := map[string]bool{}
	for _, list := range c.in.images(c.in.items, g) {
		items[key(list)] = true
	}
	if len(c.group) > 0 && slices.ContainsFunc(c.in.images(c.in.items, c.group[0]), func(list []int32) bool { return !items[key(list)] }) {
		return false
	}
	c.places[key(g)] = len(c.group)
	c.group = append(c.group, g)
	return true
}

// images returns what the options of items are mapped to, each once and sorted.
func (in *instance) images(items []item, to []int32) (list [][]int32) {
	for _, it := range items {
		var image []int32
		for i := range it.options.All() {
			if k := to[it.first<<6+i]; k >= 0 {
				image = append(image, k)
			}
		}
		slices.Sort(image)
		list = append(list, slices.Compact(image))
	}
	return list
}

// isGroup reports whether the product of any two is one of the group.
func (c *classes) isGroup() bool {
	product := make(permutation, len(c.in.options))
	for _, g := range c.group {
		for _, h := range c.group {
			for i, image := range g {
				product[i] = h[image]
			}
			if _, in := c.places[key(product)]; !in {
				return false
			}
		}
	}
	return true
}

// count sets n to the number of classes, or once ctx has ended of some, and returns the cause.
func (c *classes) count(ctx context.Context, n *big.Int) error {
	sum, all := new(big.Int), c.in
	for i, conjugates := range c.conjugates() {
		if conjugates == 0 {
			continue
		}
		if c.in = all; i > 0 {
			c.in = all.quotient(ctx, c.group[i])
		}
		if c.in != nil && ctx.Err() == nil {
			fixed := new(big.Int)
			(&traversal{problem: c.problem, ctx: ctx, total: fixed}).run()
			sum.Add(sum, fixed.Mul(fixed, big.NewInt(conjugates)))
		}
	}
	n.Quo(sum, big.NewInt(int64(len(c.group))))
	return context.Cause(ctx)
}

// conjugates returns by place in the group how many conjugates a symmetry has, all of which
// map as many solutions to themselves, and 0 if an earlier one is a conjugate.
func (c *classes) conjugates() []int64 {
	numbers, first := make([]int64, len(c.group)), slices.Repeat([]int{-1}, len(c.group))
	conjugate := make(permutation, len(c.in.options))
	for i, g := range c.group {
		if first[i] >= 0 {
			continue
		}
		for _, h := range c.group {
			for v, image := range g {
				conjugate[h[v]] = h[image]
			}
			if k := c.places[key(conjugate)]; first[k] < 0 {
				first[k] = i
				numbers[i]++
			}
		}
	}
	return numbers
}

// quotient returns the instance of the solutions that a symmetry maps to themselves, in which
// an option stands for those of a cycle, or nil if there are none.
func (in *instance) quotient(ctx context.Context, g permutation) *instance {
	seen, orbit, vars := bitset.New[int](len(g)), slices.Repeat([]int32{-1}, len(g)), 0
	for v := range g {
		if seen.Has(v) {
			continue
		}
		cycle := []int{v}
		for w := int(g[v]); w != v; w = int(g[w]) {
			cycle = append(cycle, w)
		}
		conflict := slices.ContainsFunc(cycle[1:], func(w int) bool { return in.conflicts[v].Has(w) })
		if !conflict {
			vars++
		}
		for _, w := range cycle {
			if seen.Add(w); !conflict {
				orbit[w] = int32(clause.Positive(vars))
			}
		}
	}
	var clauses [][]clause.Lit
	for _, list := range in.images(in.items, orbit) {
		var c []clause.Lit
		for _, l := range list {
			c = append(c, clause.Lit(l))
		}
		clauses = append(clauses, c)
	}
	var conflicts [][2]clause.Lit // also of each orbit with itself, so that all are options
	for i := range g {
		for j := range in.conflicts[i].All() {
			if i <= j && orbit[i] >= 0 && orbit[j] >= 0 {
				conflicts = append(conflicts, [2]clause.Lit{clause.Lit(orbit[i]), clause.Lit(orbit[j])})
			}
		}
	}
	if slices.ContainsFunc(clauses, func(c []clause.Lit) bool { return len(c) == 0 }) {
		return nil
	}
	return newInstance(ctx, vars, clauses[:in.choices], conflicts, clauses[in.choices:])
}
