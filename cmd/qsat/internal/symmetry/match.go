package symmetry

import (
	"context"
	"math/rand/v2"
	"slices"
)

// Find returns a symmetry of those that map colours of c to themselves, or nil. First
// is made of c by Individualize. Images are chosen by chance, half of the time among
// those with as little to do as possible with the vertices that were chosen before:
// then orbits become long.
func (g *Graph) Find(ctx context.Context, c, first *Colouring, random *rand.Rand) Permutation {
	far := random.IntN(2) == 0
	w := c.image(c.colours[first.vertex], first, far, random)
	return g.match(ctx, c, first, w, far, random)
}

// Match returns such a symmetry that maps the vertex with a colour of its own in first
// to w, or nil.
func (g *Graph) Match(ctx context.Context, c, first *Colouring, w int32, random *rand.Rand) Permutation {
	return g.match(ctx, c, first, w, false, random)
}

func (g *Graph) match(ctx context.Context, c, first *Colouring, w int32, far bool, random *rand.Rand) Permutation {
	first, second := first.clone(), c.clone()
	g.Work -= 8 * len(c.colours)
	for g.individualize(ctx, second, w, first.trace) {
		g.Work -= 4 * len(first.shared)
		v := first.smallest(random)
		if v < 0 {
			return g.symmetry(ctx, first, second)
		}
		w = second.image(first.colours[v], first, far, random)
		if !g.individualize(ctx, first, v, nil) {
			break
		}
	}
	return nil
}

// smallest returns one of those vertices that share their colour with the fewest others,
// or -1. Which of a colour is left to chance, as no symmetry may map it to most of them.
func (c *Colouring) smallest(random *rand.Rand) int32 {
	v, least, n, ties := int32(-1), int32(len(c.colours)+1), 0, 0
	for _, w := range c.shared {
		size := c.at(c.colours[w]).size
		if size == 1 {
			continue
		}
		c.shared[n] = w
		n++
		if size < least {
			v, least, ties = w, size, 0
		}
		if c.colours[w] == c.colours[v] {
			if ties++; random.IntN(ties) == 0 {
				v = w
			}
		}
	}
	c.shared = c.shared[:n]
	return v
}

// image returns a vertex that has a colour in c, as some have; one far away shares its
// own in first with the most others.
func (c *Colouring) image(colour uint64, first *Colouring, far bool, random *rand.Rand) int32 {
	image, most, ties := int32(0), int32(-1), 0
	for _, w := range c.shared {
		if c.colours[w] != colour {
			continue
		}
		size := int32(0)
		if far {
			size = first.at(first.colours[w]).size
		}
		if size > most {
			image, most, ties = w, size, 0
		}
		if size == most {
			if ties++; random.IntN(ties) == 0 {
				image = w
			}
		}
	}
	return image
}

// symmetry returns the permutation that maps each vertex to the one which has the same
// colour in the second colouring, without shared ones, if that is a symmetry.
func (g *Graph) symmetry(ctx context.Context, first, second *Colouring) Permutation {
	byColour := make(map[uint64]int32, len(second.colours))
	for v, colour := range second.colours {
		byColour[colour] = int32(v)
	}
	p := make(Permutation, len(first.colours))
	for v, colour := range first.colours {
		w, ok := byColour[colour]
		if !ok {
			return nil
		}
		p[v] = w
	}
	if !g.isSymmetry(ctx, p) {
		return nil
	}
	return p
}

// isSymmetry checks that a mapping of the vertices maps them to those of the same kind,
// different ones to different ones, and edges to edges. Once ctx has ended there are no
// symmetries.
func (g *Graph) isSymmetry(ctx context.Context, p Permutation) bool {
	adjacent := make([]int32, len(p)) // to the image of the vertex that it holds, plus 1
	mapped := make([]bool, len(p))
	for v, list := range g.Neighbours {
		if v%256 == 0 && ctx.Err() != nil {
			return false
		}
		image := g.Neighbours[p[v]]
		if len(list) != len(image) || g.Kinds[v] != g.Kinds[p[v]] || mapped[p[v]] {
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
