package symmetry

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A Graph is an undirected graph whose vertices are numbered from 0.
type Graph struct {
	// Work is the number of neighbours that may still be read. Once it is used up, no more
	// symmetries are found.
	Work int

	kinds      []uint64  // indexed by vertex; a symmetry preserves the kind
	neighbours [][]int32 // indexed by vertex
	paired     int       // vertices 0 to paired-1 are literals, each before its complement

	*buffers          // nil until match needs it
	round    int32    // the current round of refinement
	marks    []int32  // indexed by vertex: the last round in which the colour of a neighbour changed
	next     []uint64 // indexed by vertex: its colour after this round
	affected []int32  // vertices that were marked in this round
	changed  []int32  // vertices whose colour changes in this round
}

// Add adds a vertex of a kind with the given neighbours. It keeps the slice.
func (g *Graph) Add(kind uint64, neighbours []int32) {
	v := int32(len(g.kinds))
	g.kinds, g.neighbours = append(g.kinds, kind), append(g.neighbours, neighbours)
	for _, w := range neighbours {
		g.neighbours[w] = append(g.neighbours[w], v)
	}
}

// join adds an edge between v and w.
func (g *Graph) join(v, w int32) {
	g.neighbours[v], g.neighbours[w] = append(g.neighbours[v], w), append(g.neighbours[w], v)
}

// Kinds of vertices in the graph of a formula. NewFormulaGraph gives the sets of list i the kind
// aClause+i.
const (
	aLiteral  = 1
	aClause   = 2
	aClique   = 3       // in a reducedGraph, whose second list holds the cliques
	separated = 1 << 31 // a literal that Separate has selected
	aLone     = 1 << 32 // literal v has kind aLone+v if no edge and no set contains its variable
)

// NewFormulaGraph returns the graph of a formula. The first len(edges) vertices are literals,
// each before its complement. edges is indexed by literal and holds neighbours, usually the
// partners in binary clauses. Every literal is also joined to its complement. Each set in lists
// becomes a vertex that is joined to the literals in the set. The sets of one list have one
// kind: for example longer clauses, or cliques. A literal whose variable occurs nowhere is
// fixed by every symmetry.
func NewFormulaGraph(edges [][]int32, lists ...[][]int32) Graph {
	degrees := make([]int32, len(edges))
	for v, list := range edges {
		degrees[v] = int32(len(list)) + 1 // and its complement
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

// reserve returns one empty slice for each size, with that capacity, in one allocation.
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

// NewClauseGraph returns the graph of sets of literals, whose vertices 0 to literals-1 are the
// literals. The first list of sets holds clauses, and its sets of two literals become edges.
// Every other set becomes a vertex.
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

// Separate gives a kind of their own to the literals for which is returns true, so that
// symmetries map them only to each other. Literals of other kinds than aLiteral keep their
// kind.
func (g *Graph) Separate(is func(clause.Lit) bool) {
	for v := range g.paired {
		if g.kinds[v] == aLiteral && is(clause.Lit(v)) {
			g.kinds[v] = separated
		}
	}
}

// NumVertices returns the number of vertices.
func (g *Graph) NumVertices() int { return len(g.kinds) }

// Clauses returns the unsatisfied clauses without false literals, sorted and without
// duplicates. The literals of each clause are sorted, too.
func Clauses(d *clause.Database) (list [][]clause.Lit) {
	var lits []clause.Lit // of all clauses
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
