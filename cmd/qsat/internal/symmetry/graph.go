package symmetry

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A Graph is an undirected graph whose vertices are numbered from 0.
type Graph struct {
	// Work is how many neighbours may still be looked at. There are no more
	// symmetries then, nor once a context has ended.
	Work int

	kinds      []uint64  // by vertex: symmetries map it to one of its kind
	neighbours [][]int32 // by vertex
	paired     int       // so many first vertices are literals, each before its complement

	round    int32    // of refinement
	marks    []int32  // by vertex: the last round in which a neighbour changed its colour
	next     []uint64 // by vertex: its colour after this round
	affected []int32  // the vertices marked in this round
	changed  []int32  // those that changed their colours
}

// Add adds a vertex of a kind that is joined to others, and keeps the list of these.
func (g *Graph) Add(kind uint64, neighbours []int32) {
	v := int32(len(g.kinds))
	g.kinds, g.neighbours = append(g.kinds, kind), append(g.neighbours, neighbours)
	for _, w := range neighbours {
		g.neighbours[w] = append(g.neighbours[w], v)
	}
}

// join adds an edge.
func (g *Graph) join(v, w int32) {
	g.neighbours[v], g.neighbours[w] = append(g.neighbours[v], w), append(g.neighbours[w], v)
}

// The kinds of vertices in the graph of a formula: those of its sets from aClause on, and one
// for each literal that is in none from aLone on.
const (
	aLiteral  = 1
	aClause   = 2
	aClique   = 3
	separated = 1 << 31
	aLone     = 1 << 32
)

// NewFormulaGraph returns the graph of a formula. Its first vertices are literals, each before
// its complement, joined to that and to those that it has an edge with, as it is in a clause
// of two with them. Then come sets of literals in lists, joined to these: longer clauses, cliques
// of literals of which each two are a clause, and others. Sets in one list are of one kind. A
// symmetry does not move a literal whose variable is in none.
func NewFormulaGraph(edges [][]int32, lists ...[][]int32) Graph {
	g := Graph{neighbours: edges, kinds: slices.Repeat([]uint64{aLiteral}, len(edges)), paired: len(edges)}
	for i, list := range lists {
		for _, set := range list {
			g.Add(aClause+uint64(i), set)
		}
	}
	for v := 0; v < len(edges); v += 2 {
		if len(g.neighbours[v])+len(g.neighbours[v+1]) > 0 {
			g.join(int32(v), int32(v+1))
		} else {
			g.kinds[v], g.kinds[v+1] = aLone+uint64(v), aLone+uint64(v+1)
		}
	}
	return g
}

// NewClauseGraph returns the graph of lists of sets, the first of which are clauses. The number of a
// literal, one of so many, is its vertex.
func NewClauseGraph(literals int, sets ...[][]clause.Lit) Graph {
	edges, lists := make([][]int32, literals), make([][][]int32, len(sets))
	for i, list := range sets {
		for _, set := range list {
			vertices := make([]int32, len(set))
			for k, l := range set {
				vertices[k] = int32(l)
			}
			if i == 0 && len(set) == 2 {
				v, w := vertices[0], vertices[1]
				edges[v], edges[w] = append(edges[v], w), append(edges[w], v)
			} else {
				lists[i] = append(lists[i], vertices)
			}
		}
	}
	return NewFormulaGraph(edges, lists...)
}

// Separate makes literals a kind of their own.
func (g *Graph) Separate(is func(clause.Lit) bool) {
	for v := range g.paired {
		if g.kinds[v] == aLiteral && is(clause.Lit(v)) {
			g.kinds[v] = separated
		}
	}
}

// NumVertices returns the number of vertices.
func (g *Graph) NumVertices() int { return len(g.kinds) }

// Clauses returns the clauses that are not satisfied, each once, with their literals in order.
func Clauses(ctx context.Context, d *clause.Database) (list [][]clause.Lit) {
	for c := range d.UnsatisfiedUntil(ctx) {
		list = append(list, slices.Sorted(slices.Values(c)))
	}
	slices.SortFunc(list, slices.Compare)
	return slices.CompactFunc(list, slices.Equal)
}
