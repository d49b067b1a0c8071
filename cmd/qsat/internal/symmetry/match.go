package symmetry

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/random"
)

// find returns a random symmetry of g that preserves the colours of first.before, or nil if it finds
// no symmetry. The colouring first must be a result of individualize. It chooses images at random.
// With probability 1/2 it prefers images that have little to do with the vertices chosen before,
// because this gives long orbits. It spends g.Work.
func (g *Graph) find(first *colouring, random *rand.Rand) Permutation {
	far := random.IntN(2) == 0
	w := first.before.image(first.before.colours[first.vertex], first, far, random)
	return g.match(first, w, far, random)
}

// buffers holds the two colourings of match for the next call.
type buffers struct{ first, second colouring }

// match returns a symmetry of g that preserves the colours of first.before and maps first.vertex
// to w, or nil if it misses such a symmetry or there is none. If far is set, it prefers images in
// large cells of the first copy, as find describes. It spends g.Work. The colouring first must be
// a result of individualize.
func (g *Graph) match(first *colouring, w int32, far bool, random *rand.Rand) Permutation {
	if g.buffers == nil {
		g.buffers = &buffers{}
	}
	g.first.copyFrom(first)
	g.second.copyFrom(first.before)
	first, second := &g.first, &g.second
	g.Work -= 8 * len(first.colours)
	for g.single(second, w, first.trace) {
		g.Work -= 4 * len(first.shared)
		// Choose a random vertex of a small cell, because there may be no symmetry that maps a
		// given vertex to most of the cell.
		first.trim()
		v := first.pick(random, func(u int32) int32 { return -first.size(first.colours[u]) })
		if v < 0 {
			return g.symmetry(first, second)
		}
		w = second.image(first.colours[v], first, far, random)
		if !g.single(first, v, nil) {
			break
		}
	}
	return nil
}

// image returns a random vertex of c.shared with the given colour, or 0 if there is no such
// vertex. If far is set, it considers only vertices whose cell in first is largest.
func (c *colouring) image(colour uint64, first *colouring, far bool, random *rand.Rand) int32 {
	return max(0, c.pick(random, func(w int32) int32 {
		switch {
		case c.colours[w] != colour:
			return math.MinInt32
		case far:
			return first.size(first.colours[w])
		}
		return 0
	}))
}

// pick returns a vertex of c.shared with the highest rank, or -1 if no rank exceeds
// math.MinInt32. Among the vertices of this rank it takes the colour of the first one, and
// chooses a random vertex of this rank and colour.
func (c *colouring) pick(random *rand.Rand, rank func(w int32) int32) int32 {
	v, highest, ties := int32(-1), int32(math.MinInt32), 0
	for _, w := range c.shared {
		n := rank(w)
		if n > highest {
			v, highest, ties = w, n, 0
		}
		if v >= 0 && n == highest && c.colours[w] == c.colours[v] {
			if ties++; random.IntN(ties) == 0 {
				v = w
			}
		}
	}
	return v
}

// symmetry returns the permutation that maps each vertex, with its colour in first, to the vertex
// with the same colour in second. It returns nil if this is no symmetry of g. No two vertices of a
// colouring may share a colour.
func (g *Graph) symmetry(first, second *colouring) Permutation {
	byColour := make([]int32, len(second.table))
	for v, colour := range second.colours {
		byColour[second.place(colour)] = int32(v)
	}
	p := lists.Map(first.colours, func(colour uint64) int32 { return byColour[second.place(colour)] })
	if !g.isSymmetry(p) {
		return nil
	}
	return p
}

// isSymmetry reports whether p is a symmetry of the graph: a bijection that maps vertices to
// vertices of the same kind, edges to edges, and complements to complements.
func (g *Graph) isSymmetry(p Permutation) bool {
	adjacent := make([]int32, len(p)) // indexed by vertex: 1 + v if it is a neighbour of p[v]
	mapped := make([]bool, len(p))
	for v, list := range g.neighbours {
		image := g.neighbours[p[v]]
		if len(list) != len(image) || g.kinds[v] != g.kinds[p[v]] || mapped[p[v]] ||
			v < g.paired && p[v]^1 != p[v^1] {
			return false
		}
		mapped[p[v]] = true
		for _, w := range image {
			adjacent[w] = int32(v) + 1
		}
		if slices.ContainsFunc(list, func(w int32) bool { return adjacent[p[w]] != int32(v)+1 }) {
			return false
		}
	}
	return true
}

// Orbits returns, indexed by vertex, a representative of its orbit. Two of the given vertices
// have the same representative if and only if a product of accepted symmetries maps one to the
// other. Orbits passes each symmetry that it finds to accept, and uses it if accept returns true.
// It may miss symmetries, such as when g.Work is used up; then it joins fewer orbits.
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

// join changes orbit, which holds a representative of the orbit of each vertex, as the result of
// Orbits does: it joins the orbits of every vertex and its image under p.
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

// Generators returns generators of a group of symmetries of g, as permutations of the vertices. The
// group is usually the group of all symmetries, but only a subgroup if match misses a symmetry or
// g.Work is used up. Generators returns nil if the group has more than limit elements, or if it
// found only the identity. The limit must be at least 0; 0 means no limit.
//
// Following Sims, vertices get a colour of their own one after the other, until all vertices differ
// or g.Work is used up; these vertices are the chain. The generators for a vertex of the chain fix
// all earlier ones. If the chain needs more than 2*bits.Len(limit)+1 vertices, Generators returns
// nil: the group would exceed limit even if only every second vertex had another image.
//
// Source: C. C. Sims, "Computational methods in the study of permutation groups", Computational
// Problems in Abstract Algebra, 1970.
func (g *Graph) Generators(limit int) (generators [][]int32) {
	random := random.Walks.Rand(0)
	var chain []*colouring
	for c := g.colour(len(g.kinds)); len(c.trim()) > 0 && g.Work > 0; chain = append(chain, c) {
		if limit > 0 && len(chain) > 2*bits.Len(uint(limit)) {
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
		if size *= len(orbit); limit > 0 && size > limit {
			return nil
		}
	}
	return generators
}
