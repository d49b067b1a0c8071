package dnnf

import (
	"context"
	"math/bits"
	"slices"

	"queens/dimacs"
)

// complete returns g with free variables in each edge: the variables that only the other edge of
// its node has. Variables of named that are in no edge become free in the last edge. It subtracts
// the number of variables in edges from Unnamed, which is 0 if the root is False.
//
// It is an error if the literals and children of an edge share a variable, if the graph becomes
// larger than r.most, or if ctx has ended. complete looks at 64 variables at a time, by masks of
// the variables below each node: the number of steps is edges * variables / 64.
func (r *reading) complete(ctx context.Context, g *Graph, named []dimacs.Lit) (*Graph, error) {
	var vars []int             // the variables, in the order of their first occurrence
	uses := map[int][]uint32{} // indexed by variable: the indices of its edges, ascending
	shared := func(n, v int) (*Graph, error) {
		i := slices.Index(r.Source.names, g.names[n])
		return nil, r.wrong(int32(i), "variable %d occurs twice in a conjunction below it, but children must not share variables", v)
	}
	for n := range g.Len() {
		for i := g.nodes[n]; i < g.nodes[n+1]; i++ {
			for _, l := range g.lits[g.edges[i].lits:g.edges[i+1].lits] {
				v := l.Var()
				switch k := len(uses[v]); {
				case k == 0:
					vars = append(vars, v)
				case uses[v][k-1] == i:
					return shared(n, v)
				}
				uses[v] = append(uses[v], i)
			}
		}
	}
	edges, nodes, missing := make([]uint64, len(g.edges)), make([]uint64, g.Len()), make([][]dimacs.Lit, len(g.edges))
	for chunk := range slices.Chunk(vars, 64) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		clear(edges)
		clear(nodes)
		for k, v := range chunk {
			for _, i := range uses[v] {
				edges[i] |= 1 << k
			}
		}
		start, _ := slices.BinarySearch(g.nodes, uses[chunk[0]][0])
		for n := max(start-1, 0); n < len(nodes); n++ {
			first, end := g.nodes[n], g.nodes[n+1]
			for i := first; i < end; i++ {
				var twice uint64
				for _, c := range g.edge(i).Children {
					twice |= edges[i] & nodes[c]
					edges[i] |= nodes[c]
				}
				if twice != 0 {
					return shared(n, chunk[bits.TrailingZeros64(twice)])
				}
				nodes[n] |= edges[i]
			}
			for i := first; i < end; i++ {
				left := nodes[n] &^ edges[i]
				for r.most -= bits.OnesCount64(left); left != 0; left &= left - 1 {
					missing[i] = append(missing[i], dimacs.Lit(chunk[bits.TrailingZeros64(left)]))
				}
			}
			if r.most < 0 {
				return nil, r.wrong(r.root, tooLarge)
			}
		}
	}
	for _, v := range named {
		if i := len(g.edges) - 2; uses[int(v)] == nil && i > 0 {
			missing[i] = append(missing[i], v)
		}
	}
	h := g.with(func(i int, e Edge) Edge {
		e.Free = slices.Concat(e.Free, missing[i])
		return e
	})
	if h.Unnamed -= len(h.Named()); h.Root == False {
		h.Unnamed = 0
	}
	return h, nil
}
