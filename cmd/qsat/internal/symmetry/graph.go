package symmetry

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A Graph is an undirected graph whose vertices are numbered from 0.
type Graph struct {
	// Work is the number of neighbours that may still be read. A search for a symmetry fails if its
	// refinement needs more.
	Work int

	kinds      []uint64  // indexed by vertex: its kind, which symmetries preserve
	neighbours [][]int32 // indexed by vertex: its neighbours
	paired     int       // vertices 0 to paired-1 are literals; 2i and 2i+1 are complements

	*buffers          // nil until match needs it
	round    int32    // the current round of refinement
	marks    []int32  // indexed by vertex: the last round in which the colour of a neighbour changed
	next     []uint64 // indexed by vertex: its colour after this round, if it is affected
	affected []int32  // vertices that were marked in this round
	changed  []int32  // vertices whose colour changes in this round
}

// Add adds a vertex of a kind. Its number is the number of vertices before. It is joined to the
// given neighbours, which must exist. Add keeps the slice.
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

// Kinds of vertices in the graph of a formula. NewClauseGraph gives the sets of list i the kind
// aClause+i.
const (
	aLiteral = 1
	aClause  = 2
	aClique  = 3       // in a reducedGraph
	aLone    = 1 << 32 // literal v has kind aLone+v if no edge and no set contains its variable; see pair
)

// newGraph returns a graph without edges whose vertices are the given number of literals.
func newGraph(literals int) Graph {
	return Graph{neighbours: make([][]int32, literals), kinds: slices.Repeat([]uint64{aLiteral}, literals), paired: literals}
}

// pair joins each literal to its complement, if an edge or a set contains its variable. Otherwise
// it gives the literal a kind of its own, so that every symmetry fixes it.
func (g *Graph) pair() {
	for v := int32(0); int(v) < g.paired; v += 2 {
		if len(g.neighbours[v])+len(g.neighbours[v+1]) > 0 {
			g.join(v, v+1)
		} else {
			g.kinds[v], g.kinds[v+1] = aLone+uint64(v), aLone+uint64(v+1)
		}
	}
}

// NewClauseGraph returns the graph of sets of literals. Its vertices 0 to literals-1 are the
// literals; literals is Database.NumLits. The first list of sets holds clauses, and its sets of two
// literals become edges. Every other set becomes a vertex that is joined to the literals in the set.
// The vertices of one list have a kind of their own. If a set contains a variable, its two literals
// are joined. Every symmetry fixes the literals of other variables. The caller sets Work.
func NewClauseGraph(literals int, sets ...[][]clause.Lit) Graph {
	g := newGraph(literals)
	var vertices []int32 // of all sets
	for i, list := range sets {
		for _, set := range list {
			if i == 0 && len(set) == 2 {
				g.join(int32(set[0]), int32(set[1]))
				continue
			}
			from := len(vertices)
			for _, l := range set {
				vertices = append(vertices, int32(l))
			}
			g.Add(aClause+uint64(i), vertices[from:len(vertices):len(vertices)])
		}
	}
	g.pair()
	return g
}

// Separate gives each literal whose variable occurs in the graph a kind, so that symmetries map
// literals only to literals of the same kind. It may be called once. The kinds must differ from
// the kinds of sets, aClause and up.
func (g *Graph) Separate(kind func(clause.Lit) uint64) {
	for v := range g.paired {
		if g.kinds[v] == aLiteral {
			g.kinds[v] = kind(clause.Lit(v))
		}
	}
}

// NumVertices returns the number of vertices.
func (g *Graph) NumVertices() int { return len(g.kinds) }

// Clauses returns the unsatisfied original clauses of d without their false literals, sorted and
// without duplicates. The trail of d must be propagated, and its clauses must not be connected. The
// literals of each clause are sorted, too. The slices are new.
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
