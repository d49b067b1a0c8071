package cover

import (
	"context"
	"iter"
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
	var vertices []int32
	for _, i := range list {
		vertices = append(vertices, vertex[i])
	}
	orbit := g.Orbits(ctx, vertices)
	for _, i := range list {
		k := slices.IndexFunc(groups, func(g []int) bool { return orbit[vertex[g[0]]] == orbit[vertex[i]] })
		if k < 0 {
			k, groups = len(groups), append(groups, nil)
		}
		groups[k] = append(groups[k], i)
	}
	return groups
}

// graph returns a graph whose symmetries map conflicts to conflicts and uncovered
// items to uncovered items: its vertices are the available options of a node and those
// items, its edges join options in conflict, and items and their options. It has fewer
// edges once ctx has ended. The vertices of options are returned by option.
func (in *instance) graph(ctx context.Context, n node) (g *symmetry.Graph, vertex []int32) {
	g, vertex = &symmetry.Graph{Work: symmetryWork}, make([]int32, len(in.options))
	add := func(kind uint64, options iter.Seq[int], end int) {
		var list []int32
		for i := range options {
			if i >= end || list == nil && ctx.Err() != nil {
				break
			}
			list = append(list, vertex[i])
		}
		g.Add(kind, list)
	}
	next := int32(0)
	for i := range n.available.All() {
		vertex[i] = next
		next++
		add(anOption, n.available.Common(in.conflicts[i], 0), i) // with those before
	}
	for index := range n.uncovered.All() {
		it := in.items[index]
		add(anItem, n.available.Common(it.options, it.first), len(vertex))
	}
	return g, vertex
}
