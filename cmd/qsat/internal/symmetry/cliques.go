package symmetry

import "slices"

// A cliqueFinder finds cliques: sets of literals with a binary clause for every pair, such as
// the squares of a line of a board. A vertex for the clique replaces the n(n-1)/2 edges of n
// literals by n edges. The finder starts a clique from an edge that no clique contains, and
// prefers vertices with many neighbours among the candidates. An edge that no clique contains
// stays an edge. So a missed clique may hide symmetries, but never adds a wrong one.
type cliqueFinder struct {
	pairs     [][]int32 // indexed by vertex: its neighbours
	edges     [][]int32 // indexed by vertex: its neighbours that shared no clique with it when findCliques came to the vertex
	cliques   [][]int32 // the vertices of each clique
	cliquesOf [][]int32 // indexed by vertex: the indices in cliques of the cliques that contain it
	marked    []int32   // indexed by vertex: 1 + the last vertex v for which mark was called with it
	near      []int32   // indexed by vertex: 1 + the last vertex v of findCliques that is its neighbour
	degrees   []int32   // indexed by vertex: its number of neighbours in the set of addDegrees
	steps     int       // the number of vertices that grow may still read
}

// findCliques returns a finder whose cliques and edges contain every pair, and no others. The
// argument is indexed by vertex and holds the neighbours of each vertex; each pair occurs in both
// lists. A clique has at least minClique vertices.
func findCliques(pairs [][]int32) *cliqueFinder {
	n := len(pairs)
	f := &cliqueFinder{pairs: pairs, edges: make([][]int32, n), cliquesOf: make([][]int32, n)}
	f.marked, f.near, f.degrees = make([]int32, n), make([]int32, n), make([]int32, n)
	for _, list := range pairs {
		f.steps += cliqueSteps * len(list)
	}
	for v := range int32(len(f.pairs)) {
		for _, k := range f.cliquesOf[v] {
			f.mark(v, f.cliques[k])
		}
		for _, w := range f.pairs[v] {
			f.near[w] = v + 1
		}
		for _, w := range f.pairs[v] {
			if f.marked[w] == v+1 {
				continue
			}
			var clique []int32
			if w > v && f.steps > 0 {
				clique = f.grow(v, w)
			}
			if len(clique) < minClique {
				f.edges[v] = append(f.edges[v], w)
				continue
			}
			for _, u := range clique {
				f.cliquesOf[u] = append(f.cliquesOf[u], int32(len(f.cliques)))
			}
			f.cliques = append(f.cliques, clique)
			f.mark(v, clique)
		}
	}
	return f
}

// mark sets marked to v+1 for the vertices of a clique that contains v.
func (f *cliqueFinder) mark(v int32, clique []int32) {
	for _, w := range clique {
		f.marked[w] = v + 1
	}
}

// grow returns a clique that contains the neighbours v and w, or nil if they have too few common
// neighbours for minClique vertices. The clique may still be smaller than that. The field near must
// be set for the neighbours of v, and degrees must be 0, as it is again afterwards. It spends steps.
func (f *cliqueFinder) grow(v, w int32) []int32 {
	var common []int32
	for _, u := range f.pairs[w] {
		if f.near[u] == v+1 {
			common = append(common, u)
		}
	}
	f.steps -= len(f.pairs[w])
	if len(common)+2 < minClique {
		return nil
	}
	f.addDegrees(common, 1)
	slices.SortStableFunc(common, func(a, b int32) int { return int(f.degrees[b] - f.degrees[a]) })
	f.addDegrees(common, -1)
	clique := []int32{v, w}
	for i, u := range common {
		if f.degrees[u] == int32(len(clique)-2) {
			clique = append(clique, u)
			f.addDegrees(common[i:i+1], 1)
		}
	}
	f.addDegrees(clique[2:], -1)
	return clique
}

// addDegrees adds n to degrees[x] for every pair of a vertex of others and a vertex x. It
// subtracts the number of these pairs from steps.
func (f *cliqueFinder) addDegrees(others []int32, n int32) {
	for _, u := range others {
		f.steps -= len(f.pairs[u])
		for _, x := range f.pairs[u] {
			f.degrees[x] += n
		}
	}
}
