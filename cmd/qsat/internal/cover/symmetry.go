package cover

import (
	"context"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/symmetry"
)

// symmetryWork bounds the neighbours looked at for the symmetries of one node, some
// ten milliseconds.
const symmetryWork = 1 << 23

// The kinds of vertices.
const (
	anOption = 1 + iota
	anItem
)

// orbits groups options of which the solutions of n are known to be as many, as a
// symmetry maps one to the other. There are fewer such once ctx has ended.
func (in *instance) orbits(ctx context.Context, n node, list []int) (groups [][]int) {
	g, vertex := in.graph(ctx, n)
	base := g.Refine(ctx, 0)
	random := rand.New(rand.NewPCG(0, 0))
	orbit := make([]int32, len(g.Kinds)) // by vertex: one of them
	for v := range orbit {
		orbit[v] = int32(v)
	}
	for i, a := range list {
		v := vertex[a]
		var first *symmetry.Colouring
		for _, b := range list[:i] {
			w := vertex[b]
			if !base.Alike(v, w) || orbit[v] == orbit[w] || g.Work <= 0 {
				continue
			}
			if first == nil {
				first = g.Individualize(ctx, base, v)
			}
			join(orbit, g.Match(ctx, base, first, w, random))
		}
	}
	for _, a := range list {
		k := slices.IndexFunc(groups, func(g []int) bool { return orbit[vertex[g[0]]] == orbit[vertex[a]] })
		if k < 0 {
			k, groups = len(groups), append(groups, nil)
		}
		groups[k] = append(groups[k], a)
	}
	return groups
}

// join makes one orbit of those that a symmetry maps to each other.
func join(orbit []int32, p symmetry.Permutation) {
	for from, to := range p {
		old, joined := orbit[from], orbit[to]
		for u := 0; u < len(orbit) && old != joined; u++ {
			if orbit[u] == old {
				orbit[u] = joined
			}
		}
	}
}

// graph returns a graph whose symmetries map conflicts to conflicts and uncovered
// items to uncovered items: its vertices are the available options of a node and those
// items, its edges join options in conflict, and items and their options. It has fewer
// edges once ctx has ended. The vertices of options are returned by option.
func (in *instance) graph(ctx context.Context, n node) (g *symmetry.Graph, vertex []int32) {
	options, items := slices.Collect(n.available.all()), slices.Collect(n.uncovered.all())
	vertex = make([]int32, len(in.options))
	g = &symmetry.Graph{Neighbours: make([][]int32, len(options)+len(items)), Work: symmetryWork}
	g.Kinds = slices.Concat(slices.Repeat([]uint64{anOption}, len(options)), slices.Repeat([]uint64{anItem}, len(items)))
	for v, i := range options {
		vertex[i] = int32(v)
	}
	for v, i := range options {
		if v%64 == 0 && ctx.Err() != nil {
			return g, vertex
		}
		for j := range n.available.common(in.conflicts[i], 0) {
			if j != i {
				g.Neighbours[v] = append(g.Neighbours[v], vertex[j])
			}
		}
	}
	for k, index := range items {
		v := len(options) + k
		for _, i := range in.availableOptions(n, index) {
			g.Join(int32(v), vertex[i])
		}
	}
	return g, vertex
}
