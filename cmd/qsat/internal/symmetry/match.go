package symmetry

import (
	"context"
	"math/rand/v2"
)

// find returns a symmetry that maps colours to themselves as they were before a vertex
// got one of its own, or nil. Images are chosen by chance, half of the time among those
// with as little to do as possible with the vertices that were chosen before: then orbits
// become long.
func (g *Graph) find(ctx context.Context, first *colouring, random *rand.Rand) Permutation {
	far := random.IntN(2) == 0
	w := first.before.image(first.before.colours[first.vertex], first, far, random)
	return g.match(ctx, first, w, far, random)
}

// match returns such a symmetry that maps the vertex with a colour of its own to w, or nil.
func (g *Graph) match(ctx context.Context, first *colouring, w int32, far bool, random *rand.Rand) Permutation {
	first, second := first.clone(), first.before.clone()
	g.Work -= 8 * len(first.colours)
	for g.single(ctx, second, w, first.trace) {
		g.Work -= 4 * len(first.shared)
		v := first.smallest(random)
		if v < 0 {
			return g.symmetry(ctx, first, second)
		}
		w = second.image(first.colours[v], first, far, random)
		if !g.single(ctx, first, v, nil) {
			break
		}
	}
	return nil
}

// smallest returns one of those vertices that share their colour with the fewest others,
// or -1. Which of a colour is left to chance, as no symmetry may map it to most of them.
func (c *colouring) smallest(random *rand.Rand) int32 {
	v, least, ties := int32(-1), int32(len(c.colours)+1), 0
	for _, w := range c.trim() {
		if size := c.size(c.colours[w]); size < least {
			v, least, ties = w, size, 0
		}
		if c.colours[w] == c.colours[v] {
			if ties++; random.IntN(ties) == 0 {
				v = w
			}
		}
	}
	return v
}

// image returns a vertex that has a colour in c, as some have; one far away shares its
// own in first with the most others.
func (c *colouring) image(colour uint64, first *colouring, far bool, random *rand.Rand) int32 {
	image, most, ties := int32(0), int32(-1), 0
	for _, w := range c.shared {
		if c.colours[w] != colour {
			continue
		}
		size := int32(0)
		if far {
			size = first.size(first.colours[w])
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
func (g *Graph) symmetry(ctx context.Context, first, second *colouring) Permutation {
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
