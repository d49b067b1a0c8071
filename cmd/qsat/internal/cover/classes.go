package cover

import (
	"context"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/checker"
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
	*problem                 // of the formula without the comparisons
	option   []int32         // indexed by literal of the comparisons: its option, or -1
	later    [][]int32       // indexed by option: options that some list compares after it
	group    [][]int32       // permutations of the options, the identity first
	known    map[string]bool // indexed by key: the permutations in group
	// structure holds the options, their conflicts and the items. It checks each permutation,
	// because a formula may compare images under permutations that are no symmetries.
	structure *checker.Structure
}

// countClasses counts the models of a formula that compares each solution with all images under
// a group of symmetries. It declines every other formula.
func (e *Engine) countClasses(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	n := dimacs.Count{M: new(big.Int)}
	d, err := t.Clauses()
	if err != nil {
		return n, err
	}
	var found *symmetry.Leaders
	if t.Formula.NumClauses() <= maxClauses && !d.Unsat {
		found = symmetry.FindLeaders(ctx, d)
	}
	if found == nil {
		return n, declined("it does not compare solutions with their images")
	}
	u := t.Under(nil)
	u.Formula = found.Formula
	return n, run(ctx, u, allModels, func(p *problem) error {
		before, err := u.Clauses()
		if err != nil {
			return err
		}
		unconstrained := func(d *clause.Database) int { return t.Projection(d).Unconstrained }
		n.Shift = uint64(unconstrained(d) + unconstrained(p.clauses) - unconstrained(before)) // elimination may free some variables
		c := newClasses(p, d)
		for _, list := range found.Lists {
			if p.projection != nil || len(c.group) == maxGroup || !c.compare(list) {
				return declined("it compares solutions with other assignments than their images")
			}
		}
		if !c.isGroup() || !c.areOrdered() {
			return declined("it does not compare solutions with all images under a group, in one order")
		}
		return c.count(ctx, n.M)
	})
}

// newClasses returns a group that contains only the identity. d is the database whose literals
// the comparisons use.
func newClasses(p *problem, d *clause.Database) *classes {
	n := len(p.in.options)
	c := &classes{
		problem: p, option: slices.Repeat([]int32{-1}, d.NumLits()), later: make([][]int32, n),
		known: map[string]bool{}, structure: p.in.structure(p.in.root(), false),
	}
	identity := make([]int32, n)
	for i, l := range p.in.options {
		c.option[d.Lit(p.clauses.Name(l))], identity[i] = int32(i), int32(i)
	}
	c.add(identity)
	return c
}

// add adds a permutation to the group if it is new.
func (c *classes) add(g []int32) {
	if k := key(g); !c.known[k] {
		c.known[k], c.group = true, append(c.group, g)
	}
}

// key returns a string that identifies a list of options.
func key(list []int32) string {
	bytes := make([]byte, 0, 2*len(list))
	for _, i := range list {
		bytes = append(bytes, byte(i), byte(i>>8))
	}
	return string(bytes)
}

// compare reads a list of comparisons of options with their images, and adds the permutation to
// the group. The list may omit the last option of each cycle. compare returns false if the list
// defines no permutation, or if the permutation is no symmetry.
func (c *classes) compare(list []symmetry.Comparison) bool {
	image := slices.Repeat([]int32{-1}, len(c.later))
	source, last := slices.Clone(image), int32(-1)
	for _, pair := range list {
		v, w := c.option[pair[0]], c.option[pair[1]]
		if v < 0 || w < 0 {
			v, w = c.option[pair[1].Not()], c.option[pair[0].Not()]
		}
		if v < 0 || w < 0 || image[v] >= 0 || source[w] >= 0 {
			return false
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
	c.add(image)
	return c.structure.Check(image) == nil
}

// areOrdered reports whether there is an order of the options that agrees with all lists, so
// that later has no cycle.
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

// isGroup reports whether the product of any two permutations is in the group.
func (c *classes) isGroup() bool {
	product := make([]int32, len(c.later))
	for _, g := range c.group {
		for _, h := range c.group {
			for i, k := range g {
				product[i] = h[k]
			}
			if !c.known[key(product)] {
				return false
			}
		}
	}
	return true
}

// count sets n to the number of classes and returns nil. If ctx ends, n is a lower bound, and
// count returns the cause.
func (c *classes) count(ctx context.Context, n *big.Int) error {
	sum, all, images := new(big.Int), c.in, int64(len(c.group))
	for _, g := range c.group {
		c.in = all.quotient(g)
		(&traversal{problem: c.problem, ctx: ctx, total: sum, images: images}).run()
	}
	n.Quo(sum, big.NewInt(images))
	return context.Cause(ctx)
}

// quotient returns the instance of the solutions that g maps to themselves. Its options are the
// cycles of g whose options are not in conflict.
func (in *instance) quotient(g []int32) *instance {
	q, orbit := &instance{choices: in.choices}, slices.Repeat([]int{-1}, len(g))
	for v := range g {
		conflict := orbit[v] >= 0
		for w := int(g[v]); w != v; w = int(g[w]) {
			conflict = conflict || in.conflicts[v].Has(w)
		}
		if conflict {
			continue
		}
		orbit[v] = len(q.options)
		for w := int(g[v]); w != v; w = int(g[w]) {
			orbit[w] = orbit[v]
		}
		q.options = append(q.options, in.options[v])
	}
	n := len(q.options)
	q.itemsOf = make([][]int, n)
	for range n {
		q.conflicts = append(q.conflicts, bitset.New[int](n))
	}
	for i, k := range orbit {
		for j := range in.conflicts[i].All() {
			if k >= 0 && orbit[j] >= 0 {
				q.conflicts[k].Add(orbit[j])
			}
		}
	}
	for index, it := range in.items {
		options := bitset.New[int](n)
		for i := range it.options.All() {
			if k := orbit[it.first<<6+i]; k >= 0 && !options.Has(k) {
				options.Add(k)
				q.itemsOf[k] = append(q.itemsOf[k], index)
			}
		}
		q.items = append(q.items, item{options: options})
	}
	return q
}
