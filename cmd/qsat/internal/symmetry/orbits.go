package symmetry

import (
	"context"
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

// enough is how many symmetries, found by chance, have to be in the group that those
// before generate: it may then be all of them.
const enough = 5

// Group returns the symmetries that are products of those found, the one that moves
// nothing first; nil if they are more than limit, or none is looked for.
func (g *Graph) Group(ctx context.Context, limit int) []Permutation {
	base, random := g.colour(ctx, len(g.kinds)), rand.New(rand.NewPCG(0, 0))
	if len(base.trim()) == 0 {
		return nil
	}
	var generators []Permutation
	first := g.individualize(ctx, base, base.shared[0])
	group := generate(ctx, generators, len(g.kinds), limit)
	for known := 0; known < enough && g.Work > 0; known++ {
		p := g.find(ctx, first, random)
		if p == nil || group.has(p) {
			continue
		}
		known, generators = 0, append(generators, p)
		if group = generate(ctx, generators, len(g.kinds), limit); group == nil {
			return nil
		}
	}
	return group.list
}

// A group is permutations, each once.
type group struct {
	list   []Permutation
	hashed map[uint64][]int // by hash: which of them
}

// generate returns all products of some permutations of n, nil if they are more than limit or ctx
// has ended.
func generate(ctx context.Context, generators []Permutation, n, limit int) *group {
	g := &group{hashed: map[uint64][]int{}}
	g.add(identity(n))
	for i := 0; i < len(g.list); i++ {
		for _, q := range generators {
			if product := g.list[i].then(q); !g.has(product) {
				if len(g.list) == limit || ctx.Err() != nil {
					return nil
				}
				g.add(product)
			}
		}
	}
	return g
}

func (g *group) add(p Permutation) {
	hash := p.hash()
	g.list, g.hashed[hash] = append(g.list, p), append(g.hashed[hash], len(g.list))
}

func (g *group) has(p Permutation) bool {
	return slices.ContainsFunc(g.hashed[p.hash()], func(i int) bool { return slices.Equal(g.list[i], p) })
}
