package symmetry

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Orbits returns by vertex one of its orbit, the same for all of some vertices that
// symmetries are known to map to each other. There are more orbits once there is no work
// to be done.
func (g *Graph) Orbits(ctx context.Context, vertices []int32) (orbit []int32) {
	base, random := g.colour(ctx, len(g.kinds)), rand.New(rand.NewPCG(0, 0))
	orbit = identity(len(g.kinds))
	for i, v := range vertices {
		var first *colouring
		for _, w := range vertices[:i] {
			if base.colours[v] != base.colours[w] || orbit[v] == orbit[w] || g.Work <= 0 {
				continue
			}
			if first == nil {
				first = g.individualize(ctx, base, v)
			}
			join(orbit, g.match(ctx, first, w, false, random))
		}
	}
	return orbit
}

// join makes one orbit of those that a symmetry maps to each other.
func join(orbit []int32, p Permutation) {
	for from, to := range p {
		old, joined := orbit[from], orbit[to]
		for u := 0; u < len(orbit) && old != joined; u++ {
			if orbit[u] == old {
				orbit[u] = joined
			}
		}
	}
}

// Group returns the symmetries, the one that moves nothing first; nil if those found are more than
// limit. They are products of some for each of a chain of vertices, which get a colour of their own
// one after the other: for each image of one, a symmetry that does not move those before. A chain so
// long that the group is larger than limit, if every second vertex has an image, is given up.
//
// Source: C. C. Sims, "Computational methods in the study of permutation groups", Computational
// Problems in Abstract Algebra, 1970.
func (g *Graph) Group(ctx context.Context, limit int) []Permutation {
	random := rand.New(rand.NewPCG(0, 0))
	var chain []*colouring
	for c := g.colour(ctx, len(g.kinds)); len(c.trim()) > 0 && g.Work > 0; chain = append(chain, c) {
		if len(chain) > 2*bits.Len(uint(limit)) {
			return nil
		}
		// Images are most where a cell is largest, so that the chain is short.
		c = g.individualize(ctx, c, c.pick(random, func(v int32) int32 { return c.size(c.colours[v]) }))
		g.Work -= 16*len(g.kinds) + len(c.table)
	}
	var generators []Permutation
	size := 1
	for _, first := range slices.Backward(chain) {
		orbit, known := []int32{first.vertex}, make([]bool, len(g.kinds))
		known[first.vertex] = true
		for _, w := range first.before.shared {
			if known[w] || first.before.colours[w] != first.before.colours[first.vertex] || g.Work <= 0 {
				continue
			}
			p := g.match(ctx, first, w, false, random)
			if p == nil {
				continue
			}
			generators = append(generators, p)
			for i := 0; i < len(orbit); i++ {
				for _, p := range generators {
					if w := p[orbit[i]]; !known[w] {
						known[w], orbit = true, append(orbit, w)
					}
				}
			}
		}
		if size *= len(orbit); size > limit {
			return nil
		}
	}
	return generate(ctx, generators, len(g.kinds), limit)
}

// generate returns all products of some permutations of n, nil if they are more than limit or ctx
// has ended.
func generate(ctx context.Context, generators []Permutation, n, limit int) []Permutation {
	list := []Permutation{identity(n)}
	hashed := map[uint64][]Permutation{list[0].hash(): {list[0]}}
	for i := 0; i < len(list); i++ {
		for _, generator := range generators {
			p := list[i].then(generator)
			hash := p.hash()
			if slices.ContainsFunc(hashed[hash], func(q Permutation) bool { return slices.Equal(p, q) }) {
				continue
			}
			if len(list) == limit || ctx.Err() != nil {
				return nil
			}
			list, hashed[hash] = append(list, p), append(hashed[hash], p)
		}
	}
	return list
}
