package symmetry

import (
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/random"
)

// Orbits returns, indexed by vertex, a representative of its orbit. Two of the given vertices
// have the same representative if a product of accepted symmetries maps one to the other. Each
// symmetry found is passed to accept. Once g.Work is used up, no more orbits are joined.
func (g *Graph) Orbits(vertices []int32, accept func(Permutation) bool) (orbit []int32) {
	base, random := g.colour(len(g.kinds)), random.Walks.Rand(0)
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

// join joins the orbits of every vertex and its image under p. orbit is indexed by vertex and
// holds the representative of its orbit, as in the result of Orbits.
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

// Generators returns generators of a group of automorphisms. The group is usually the whole
// automorphism group, but only a subgroup if match misses a symmetry or g.Work is used up.
// Generators returns nil if the group has more than limit elements, or if it found only the
// identity.
//
// Following Sims, vertices get a colour of their own one after the other, until all vertices
// differ; this is the chain. The generators for a vertex of the chain fix all earlier ones. If
// the chain has more than 2*bits.Len(limit) vertices, Generators returns nil: the group would
// exceed limit even if only every second vertex had another image.
//
// Source: C. C. Sims, "Computational methods in the study of permutation groups", Computational
// Problems in Abstract Algebra, 1970.
func (g *Graph) Generators(limit int) (generators [][]int32) {
	random := random.Walks.Rand(0)
	var chain []*colouring
	for c := g.colour(len(g.kinds)); len(c.trim()) > 0 && g.Work > 0; chain = append(chain, c) {
		if len(chain) > 2*bits.Len(uint(limit)) {
			return nil
		}
		// A vertex of the largest cell has the most images, so this keeps the chain short.
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
