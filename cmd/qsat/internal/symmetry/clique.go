package symmetry

import (
	"slices"
)

// A cliqueFinder finds cliques of literals of which each two are a clause, as the
// squares of a line of a board: with a vertex for the clique n literals have n edges in
// place of n(n-1)/2. It grows a clique around an edge that is in none, first by those
// vertices that have the most neighbours among the candidates. What it misses are edges,
// which may hide symmetries and make none.
type cliqueFinder struct {
	pairs     [][]int32 // by vertex: its neighbours
	edges     [][]int32 // by vertex: those in no clique with it
	cliques   [][]int32
	cliquesOf [][]int32 // by vertex: the numbers of its cliques
	covered   []int32   // by vertex: the last one that is in a clique with it, plus 1
	near      []int32   // and that is its neighbour
	degrees   []int32   // by vertex: the number of its neighbours among some others
	steps     int
}

const (
	// minClique is the size from which a clique is worth a vertex.
	minClique = 4
	// cliqueSteps bounds the vertices looked at, by pair.
	cliqueSteps = 64
)

// findCliques finds cliques until there are no more, or the steps are used up.
func findCliques(pairs [][]int32) *cliqueFinder {
	n := len(pairs)
	f := &cliqueFinder{pairs: pairs, edges: make([][]int32, n), cliquesOf: make([][]int32, n)}
	f.covered, f.near, f.degrees = make([]int32, n), make([]int32, n), make([]int32, n)
	for _, list := range pairs {
		f.steps += cliqueSteps * len(list)
	}
	for v := range int32(len(f.pairs)) {
		for _, k := range f.cliquesOf[v] {
			f.cover(v, f.cliques[k])
		}
		for _, w := range f.pairs[v] {
			f.near[w] = v + 1
		}
		for _, w := range f.pairs[v] {
			if f.covered[w] == v+1 {
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
			f.cover(v, clique)
		}
	}
	return f
}

func (f *cliqueFinder) cover(v int32, clique []int32) {
	for _, w := range clique {
		f.covered[w] = v + 1
	}
}

// grow returns a clique that v and w are in.
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

// addDegrees adds n to the degree of each vertex for each of the others that it is a
// neighbour of.
func (f *cliqueFinder) addDegrees(others []int32, n int32) {
	for _, u := range others {
		f.steps -= len(f.pairs[u])
		for _, x := range f.pairs[u] {
			f.degrees[x] += n
		}
	}
}
