package symmetry

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Orbits returns, indexed by vertex, a vertex of its orbit: the same one for those of the given
// vertices that accepted symmetries map to each other. Once the work is used up, no more orbits
// are joined.
func (g *Graph) Orbits(vertices []int32, accept func(Permutation) bool) (orbit []int32) {
	base, random := g.colour(len(g.kinds)), rand.New(rand.NewPCG(0, 0))
	orbit = identity(len(g.kinds))
	for i, v := range vertices {
		var first *colouring
		for _, w := range vertices[:i] {
			if base.colours[v] != base.colours[w] || orbit[v] == orbit[w] || g.Work <= 0 {
				continue
			}
			if first == nil {
				first = g.individualize(base, v)
			}
			if p := g.match(first, w, false, random); p != nil && accept(p) {
				join(orbit, p)
			}
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

// Generators returns symmetries that generate the group of all; nil if that has more than limit
// elements, or if only the identity was found. Vertices of a chain get a colour of their own one
// after the other. The generators map each of them to its images, without moving those before. A
// chain so long that the group is larger than limit, if every second vertex has an image, is given up.
//
// Source: C. C. Sims, "Computational methods in the study of permutation groups", Computational
// Problems in Abstract Algebra, 1970.
func (g *Graph) Generators(limit int) (generators [][]int32) {
	random := rand.New(rand.NewPCG(0, 0))
	var chain []*colouring
	for c := g.colour(len(g.kinds)); len(c.trim()) > 0 && g.Work > 0; chain = append(chain, c) {
		if len(chain) > 2*bits.Len(uint(limit)) {
			return nil
		}
		// Images are most where a cell is largest, so that the chain is short.
		c = g.individualize(c, c.pick(random, func(v int32) int32 { return c.size(c.colours[v]) }))
		g.Work -= 16*len(g.kinds) + len(c.table)
	}
	size := 1
	for _, first := range slices.Backward(chain) {
		orbit, known := []int32{first.vertex}, make([]bool, len(g.kinds))
		known[first.vertex] = true
		for _, w := range first.before.shared {
			if known[w] || first.before.colours[w] != first.before.colours[first.vertex] || g.Work <= 0 {
				continue
			}
			p := g.match(first, w, false, random)
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
	return generators
}
