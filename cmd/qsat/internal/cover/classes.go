package cover

import (
	"context"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// classes counts solutions up to a group of symmetries. The formula must keep one solution of
// each class by comparing it with all its images. By Burnside's lemma, the number of classes is
// the average, over all symmetries of the group, of the number of solutions that the symmetry
// maps to themselves.
//
// For example, 8 queens have 92 solutions and 8 symmetries. The identity fixes all 92, the
// rotation by 180 degrees fixes 4, and the remaining symmetries fix no solution. So there are
// (92 + 4) / 8 = 12 classes.
//
// The solutions that the identity fixes are counted with the help of symmetries, like any other
// count. Other symmetries fix few solutions.
//
// Source: W. Burnside, "Theory of Groups of Finite Order", 1897.
type classes struct {
	*problem           // the problem of the formula without the comparisons
	option   []int32   // indexed by literal of the database with the comparisons: its option, or -1
	later    [][]int32 // indexed by option: options that some list compares after it; the others follow by transitivity
}

// countClasses is Count for a formula that compares each solution with all images under a group of
// symmetries. If it does not recognize such a formula, or unit propagation refutes the formula, it
// returns an error for which engine.IsDeclined holds. It has no trial.
func (e *Engine) countClasses(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	n := dimacs.Count{M: new(big.Int)}
	d, err := t.Clauses()
	if err != nil {
		return n, err
	}
	var leaders *symmetry.Leaders
	if t.Formula.NumClauses() <= maxClauses && !d.Unsat {
		leaders = symmetry.FindLeaders(ctx, d)
	}
	if leaders == nil {
		return n, declined("it does not compare solutions with their images")
	}
	u := t.Under(nil)
	u.Formula = leaders.Formula
	p, end, err := begin(ctx, u, allModels)
	defer end()
	if p == nil {
		return n, err
	}
	before, err := u.Clauses()
	if err != nil {
		return n, err
	}
	unconstrained := func(d *clause.Database) int { return t.Projection(d).Unconstrained }
	n.Shift = uint64(unconstrained(d) + unconstrained(p.clauses) - unconstrained(before)) // elimination may free some variables
	c := &classes{p, slices.Repeat([]int32{-1}, d.NumLits()), make([][]int32, len(p.in.options))}
	for i, l := range p.in.options {
		c.option[d.Lit(p.clauses.Name(l))] = int32(i)
	}
	var images [][]int32
	for _, list := range leaders.Lists {
		image := c.compare(list)
		if image == nil || p.projection != nil || len(images) == maxGroup {
			return n, declined("it compares solutions with other assignments than their images")
		}
		images = append(images, image)
	}
	// The checker decides, because a formula may compare images under permutations that are
	// no symmetries.
	group, err := p.in.structure(p.in.root(), false).Group(images, maxGroup)
	isMissing := func(g []int32) bool {
		return !slices.ContainsFunc(images, func(h []int32) bool { return slices.Equal(g, h) })
	}
	if err != nil || group == nil || slices.ContainsFunc(group[1:], isMissing) || !c.areOrdered() {
		return n, declined("it does not compare solutions with all images under a group, in one order")
	}
	sum, all, order := new(big.Int), c.in, int64(len(group))
	for _, g := range group {
		c.in = all.quotient(c.clauses.Vars, g)
		t := &traversal{problem: c.problem, ctx: ctx, total: sum, images: order}
		t.divide(wantedSubtrees)
		t.search()
	}
	n.M.Quo(sum, big.NewInt(order))
	return n, context.Cause(ctx)
}

// compare reads a list of comparisons of options with their images, and returns the permutation,
// indexed by option. A comparison may also have the complements, in the opposite order. The list may
// omit the last option of each cycle; an option that it omits for any other reason is its own image.
// compare returns nil if a literal is no option, or if the list defines no permutation. To c.later
// it adds the order of the comparisons, and that an omitted last option comes after the others of
// its cycle. If it returns nil, c.later may have changed, too.
func (c *classes) compare(list []symmetry.Comparison) []int32 {
	image := slices.Repeat([]int32{-1}, len(c.later))
	source, last := slices.Clone(image), int32(-1)
	for _, pair := range list {
		v, w := c.option[pair[0]], c.option[pair[1]]
		if v < 0 || w < 0 {
			v, w = c.option[pair[1].Not()], c.option[pair[0].Not()]
		}
		if v < 0 || w < 0 || image[v] >= 0 || source[w] >= 0 {
			return nil
		}
		if image[v], source[w] = w, v; last >= 0 {
			c.later[last] = append(c.later[last], v)
		}
		last = v
	}
	for v := range image {
		if end := int32(v); image[end] < 0 {
			first := end
			for source[first] >= 0 {
				first = source[first]
				c.later[first] = append(c.later[first], end)
			}
			image[end], source[first] = first, end
		}
	}
	return image
}

// areOrdered reports whether there is an order of the options that agrees with all lists: whether
// c.later has no cycle.
func (c *classes) areOrdered() bool {
	place := make([]int, len(c.later))
	for moved := true; moved; {
		moved = false
		for v, list := range c.later {
			for _, w := range list {
				if place[w] <= place[v] {
					place[w], moved = place[v]+1, true
				}
			}
			if place[v] > len(c.later) {
				return false
			}
		}
	}
	return true
}

// quotient returns the instance of the solutions that g maps to themselves. The symmetry g is
// indexed by option. An option of the quotient is the first option of a cycle of g whose options
// are not in conflict; to choose it means to choose the whole cycle. The literals of all options
// belong to the variables 1 to vars.
func (in *instance) quotient(vars int, g []int32) *instance {
	first := slices.Repeat([]int{-1}, len(g)) // indexed by option: the option of the quotient for its cycle, or -1
	for v := range g {
		conflict := false
		for w := int(g[v]); w != v; w = int(g[w]) {
			conflict = conflict || in.conflicts[v].Has(w)
		}
		for w := v; !conflict && first[w] < 0; w = int(g[w]) {
			first[w] = v
		}
	}
	clauses := func(items []item) (list [][]clause.Lit) {
		for _, it := range items {
			var c []clause.Lit
			for i := range it.options.All() {
				if k := first[it.first<<6+i]; k >= 0 {
					c = append(c, in.options[k])
				}
			}
			list = append(list, c)
		}
		return list
	}
	var conflicts [][2]clause.Lit
	for i, k := range first {
		for j := range in.conflicts[i].All() { // i, too, because an option may have lost all items and conflicts
			if j <= i && k >= 0 && first[j] >= 0 {
				conflicts = append(conflicts, [2]clause.Lit{in.options[k], in.options[first[j]]})
			}
		}
	}
	return newInstance(vars, clauses(in.items[:in.choices]), conflicts, clauses(in.items[in.choices:]))
}
