package symmetry

import (
	"math"
	"math/rand/v2"
	"slices"
)

// find returns a random symmetry that maps each colour of first.before to itself, or nil if it
// finds none. Images are chosen at random. In half of the calls it prefers images that have
// little to do with the vertices chosen before, because this gives long orbits.
func (g *Graph) find(first *colouring, random *rand.Rand) Permutation {
	far := random.IntN(2) == 0
	w := first.before.image(first.before.colours[first.vertex], first, far, random)
	return g.match(first, w, far, random)
}

// buffers holds the two colourings of match for the next call.
type buffers struct{ first, second colouring }

// match returns a symmetry that maps each colour of first.before to itself and first.vertex to
// w, or nil if it finds none. If far is set, it prefers the images that find describes.
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

// image returns a random shared vertex of a colour in c, or 0 if no vertex has it. If far is
// set, it considers only vertices whose cell in first is largest.
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

// pick returns a shared vertex with the highest rank, or -1 if no rank exceeds math.MinInt32.
// Among vertices of this rank it takes the colour of the first one, and chooses a random vertex
// of that colour.
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

// symmetry returns the permutation that maps each vertex to the vertex with the same colour in
// second, or nil if this is no symmetry. No two vertices of a colouring may share a colour.
func (g *Graph) symmetry(first, second *colouring) Permutation {
	byColour := make([]int32, len(second.table))
	for v, colour := range second.colours {
		byColour[second.place(colour)] = int32(v)
	}
	p := make(Permutation, len(first.colours))
	for v, colour := range first.colours {
		p[v] = byColour[second.place(colour)]
	}
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
