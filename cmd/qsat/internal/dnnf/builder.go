package dnnf

import (
	"slices"

	"queens/dimacs"
)

// A Builder builds a graph, children before parents. Edges may be nested like calls: take a
// mark, build edges with Begin, Add, Free, Child and End, then turn all edges since the mark
// into a node. The children of an edge may be built between its Begin and End.
//
//	m := b.Mark()
//	b.Begin()            // first edge: x1 and a child
//	b.Add(1)
//	b.Child(child)
//	b.End(true)
//	b.Begin()            // second edge: not x1, and x2 is free
//	b.Add(-1)
//	b.Free(2)
//	b.End(true)
//	n := b.Node(m, true)
type Builder struct {
	graph *Graph
	edges []Edge // the edges that belong to no node yet
}

// NewBuilder returns a builder whose graph has only the nodes False and True.
func NewBuilder() *Builder { return &Builder{graph: (&Graph{}).empty()} }

// A Mark is the number of edges that belonged to no node when Builder.Mark was called.
type Mark int

// Mark returns the position that a later call of Node takes as its first argument.
func (b *Builder) Mark() Mark { return Mark(len(b.edges)) }

// Begin starts an edge. The methods Add, Free, Child, First and End refer to the last edge that
// was started and belongs to no node. Begin reuses the memory of earlier edges.
func (b *Builder) Begin() {
	b.edges = slices.Grow(b.edges, 1)[:len(b.edges)+1]
	e := b.edge()
	*e = Edge{e.Lits[:0], e.Free[:0], e.Children[:0]}
}

func (b *Builder) edge() *Edge { return &b.edges[len(b.edges)-1] }

// Add adds literals to the edge, Free adds a free variable as a positive literal, and Child adds a
// child; it ignores True.
func (b *Builder) Add(lits ...dimacs.Lit) { b.edge().append(Edge{Lits: lits}) }
func (b *Builder) Free(v dimacs.Lit)      { b.edge().Free = append(b.edge().Free, v) }
func (b *Builder) Child(n Node) {
	if n != True {
		b.edge().Children = append(b.edge().Children, n)
	}
}

// First moves l to the front of the literals of the edge, which must contain l. If a node gets two
// edges, their first literals must be complements.
func (b *Builder) First(l dimacs.Lit) {
	lits := b.edge().Lits
	i := slices.Index(lits, l)
	lits[0], lits[i] = lits[i], lits[0]
}

// End ends the edge. If keep is not set, it drops the edge.
func (b *Builder) End(keep bool) {
	if !keep {
		b.edges = b.edges[:len(b.edges)-1]
	}
}

// Node turns all edges since a mark, at most two, into a node and returns it. If keep is not set or
// there are no such edges, it drops them and returns False.
func (b *Builder) Node(m Mark, keep bool) Node {
	edges := b.edges[m:]
	b.edges = b.edges[:m]
	if !keep || len(edges) == 0 {
		return False
	}
	return b.graph.add(0, edges...)
}

// Graph returns the graph of all nodes that can be reached from root, over the variables 1 to vars,
// in their order but with new indices. The argument unnamed becomes Graph.Unnamed. The builder
// stays as it is.
func (b *Builder) Graph(vars, unnamed int, root Node) *Graph {
	all := b.graph
	numbers := make([]Node, all.Len()) // new numbers; 1 at first for every node that is reached
	numbers[root] = 1                  // False and True keep their numbers
	for n := root; n > True; n-- {
		if numbers[n] == 0 {
			continue
		}
		for _, e := range all.Edges(n) {
			for _, c := range e.Children {
				numbers[c] = 1
			}
		}
	}
	g := all.empty()
	g.Vars, g.Unnamed = vars, unnamed
	for n := True + 1; n <= root; n++ {
		if numbers[n] == 0 {
			continue
		}
		for _, e := range all.Edges(n) {
			first := len(g.children)
			g.append(e)
			for i, c := range g.children[first:] {
				g.children[first+i] = numbers[c]
			}
		}
		numbers[n] = g.add(all.name(n))
	}
	if g.Root = root; root > True {
		g.Root = Node(len(g.nodes) - 2)
	}
	return g
}
