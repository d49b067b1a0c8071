package symmetry

import (
	"math"
	"math/rand/v2"
	"slices"
)

// find returns a symmetry that maps colours to themselves as they were before a vertex
// got one of its own, or nil. Images are chosen by chance, half of the time among those
// with as little to do as possible with the vertices that were chosen before: then orbits
// become long.
func (g *Graph) find(first *colouring, random *rand.Rand) Permutation {
	far := random.IntN(2) == 0
	w := first.before.image(first.before.colours[first.vertex], first, far, random)
	return g.match(first, w, far, random)
}

// A room is what match needs each time.
type room struct{ first, second colouring }

// match returns such a symmetry that maps the vertex with a colour of its own to w, or nil.
func (g *Graph) match(first *colouring, w int32, far bool, random *rand.Rand) Permutation {
	if g.room == nil {
		g.room = &room{}
	}
	g.first.become(first)
	g.second.become(first.before)
	first, second := &g.first, &g.second
	g.Work -= 8 * len(first.colours)
	for g.single(second, w, first.trace) {
		g.Work -= 4 * len(first.shared)
		// Which vertex of a small cell is left to chance, as no symmetry may map it to most of
		// them.
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

// image returns a vertex that has a colour in c, as some have; one far away shares its
// own in first with the most others.
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

// pick returns one of the shared vertices of the first colour that has one with the
// highest rank, by chance among such, -1 if there are none.
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

// symmetry returns the permutation that maps each vertex to the one which has the same
// colour in the second colouring, if that is a symmetry.
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

// isSymmetry checks that a mapping of the vertices maps them to those of the same kind,
// different ones to different ones, edges to edges, and complements to complements.
func (g *Graph) isSymmetry(p Permutation) bool {
	adjacent := make([]int32, len(p)) // to the image of the vertex that it holds, plus 1
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
