package symmetry

import (
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

	*room             // for match, nil until then
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
	degrees := make([]int32, len(edges))
	for v, list := range edges {
		degrees[v] = int32(len(list)) + 1 // with its complement
	}
	for _, list := range lists {
		for _, set := range list {
			for _, v := range set {
				degrees[v]++
			}
		}
	}
	g := Graph{neighbours: reserve(degrees), kinds: slices.Repeat([]uint64{aLiteral}, len(edges)), paired: len(edges)}
	for v, list := range edges {
		g.neighbours[v] = append(g.neighbours[v], list...)
	}
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

// reserve returns empty lists with room for so many, all in one.
func reserve(sizes []int32) [][]int32 {
	total := 0
	for _, n := range sizes {
		total += int(n)
	}
	room, lists := make([]int32, total), make([][]int32, len(sizes))
	for i, n := range sizes {
		lists[i], room = room[:0:n], room[n:]
	}
	return lists
}

// NewClauseGraph returns the graph of lists of sets, the first of which are clauses. The number of a
// literal, one of so many, is its vertex.
func NewClauseGraph(literals int, sets ...[][]clause.Lit) Graph {
	isEdge := func(i int, set []clause.Lit) bool { return i == 0 && len(set) == 2 }
	degrees, sizes := make([]int32, literals), []int32(nil)
	for i, list := range sets {
		for _, set := range list {
			if !isEdge(i, set) {
				sizes = append(sizes, int32(len(set)))
				continue
			}
			degrees[set[0]]++
			degrees[set[1]]++
		}
	}
	edges, rest, lists := reserve(degrees), reserve(sizes), make([][][]int32, len(sets))
	for i, list := range sets {
		k := 0
		for _, set := range list {
			if isEdge(i, set) {
				v, w := set[0], set[1]
				edges[v], edges[w] = append(edges[v], int32(w)), append(edges[w], int32(v))
				continue
			}
			for _, l := range set {
				rest[k] = append(rest[k], int32(l))
			}
			k++
		}
		lists[i], rest = rest[:k], rest[k:]
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
func Clauses(d *clause.Database) (list [][]clause.Lit) {
	var lits []clause.Lit // of all
	var sizes []int32
	for c := range d.Unsatisfied {
		lits, sizes = append(lits, c...), append(sizes, int32(len(c)))
	}
	list = make([][]clause.Lit, len(sizes))
	for i, n := range sizes {
		list[i], lits = lits[:n:n], lits[n:]
		slices.Sort(list[i])
	}
	slices.SortFunc(list, slices.Compare)
	return slices.CompactFunc(list, slices.Equal)
}
