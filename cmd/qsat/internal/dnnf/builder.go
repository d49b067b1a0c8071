package dnnf

import (
	"slices"

	"queens/dimacs"
)

// A Builder builds a graph, children before parents. Edges may be nested like calls: take a
// mark, build edges with Begin, Add, Free, Child and End, then turn all edges above the mark
// into a node. The children of an edge are built between its Begin and End.
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
	graph Graph
	// The edges that belong to no node yet, and their contents.
	edges    []span
	lits     []dimacs.Lit
	children []Node
	free     []dimacs.Lit
}

// NewBuilder returns a builder whose graph has only the nodes False and True.
func NewBuilder() *Builder {
	return &Builder{graph: Graph{nodes: []uint32{0, 0, 1}, edges: make([]span, 2)}}
}

// A Mark is the number of edges that belonged to no node when Builder.Mark was called.
type Mark int

// Mark returns the position that a later call of Node takes as its first argument.
func (b *Builder) Mark() Mark { return Mark(len(b.edges)) }

// Begin starts an edge. The methods Add, Free, Child, First and End refer to the edge that was
// started last.
func (b *Builder) Begin() { b.edges = append(b.edges, b.top()) }

func (b *Builder) top() span {
	return span{uint32(len(b.lits)), uint32(len(b.free)), uint32(len(b.children))}
}

// Add adds literals to the edge, Free adds a free variable, and Child adds a child; True is
// ignored.
func (b *Builder) Add(lits ...dimacs.Lit) { b.lits = append(b.lits, lits...) }
func (b *Builder) Free(v dimacs.Lit)      { b.free = append(b.free, v) }
func (b *Builder) Child(n Node) {
	if n != True {
		b.children = append(b.children, n)
	}
}

// First makes l the first literal of the edge, which must contain l.
func (b *Builder) First(l dimacs.Lit) {
	lits := b.lits[b.edges[len(b.edges)-1].lits:]
	i := slices.Index(lits, l)
	lits[0], lits[i] = lits[i], lits[0]
}

// End ends the edge. It drops the edge unless keep is set.
func (b *Builder) End(keep bool) {
	if !keep {
		b.drop(Mark(len(b.edges) - 1))
	}
}

// drop drops all edges above a mark.
func (b *Builder) drop(m Mark) {
	if int(m) < len(b.edges) {
		e := b.edges[m]
		b.lits, b.free, b.children, b.edges = b.lits[:e.lits], b.free[:e.free], b.children[:e.children], b.edges[:m]
	}
}

// Node turns all edges above a mark into a node and returns it. If keep is not set or there are
// no such edges, it drops them and returns False.
func (b *Builder) Node(m Mark, keep bool) Node {
	g, n := &b.graph, False
	if keep && int(m) < len(b.edges) {
		n = Node(len(g.nodes) - 1)
		b.edges = append(b.edges, b.top())
		for i, e := range b.edges[m : len(b.edges)-1] {
			end := b.edges[int(m)+i+1]
			g.append(Edge{b.lits[e.lits:end.lits], b.free[e.free:end.free], b.children[e.children:end.children]})
		}
		g.nodes = append(g.nodes, uint32(len(g.edges)-1))
	}
	b.drop(m)
	return n
}

// append adds an edge to the node under construction.
func (g *Graph) append(e Edge) {
	g.lits = append(g.lits, e.Lits...)
	g.edges[len(g.edges)-1].free = uint32(len(g.lits))
	g.lits = append(g.lits, e.Free...)
	g.children = append(g.children, e.Children...)
	g.edges = append(g.edges, span{lits: uint32(len(g.lits)), children: uint32(len(g.children))})
}

// Graph returns the graph of all nodes that can be reached from root, over the variables 1 to
// vars. unnamed is the number of variables of the projection that occur in no edge; without a
// projection, of all variables.
func (b *Builder) Graph(vars, unnamed int, root Node) *Graph {
	all := &b.graph
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
	g := &Graph{Vars: vars, Unnamed: unnamed, nodes: []uint32{0, 0, 1}, edges: make([]span, 2)}
	if all.names != nil {
		g.names = all.names[:2:2]
	}
	for n := True + 1; n <= root; n++ {
		if numbers[n] == 0 {
			continue
		}
		numbers[n] = Node(len(g.nodes) - 1)
		if all.names != nil {
			g.names = append(g.names, all.names[n])
		}
		for _, e := range all.Edges(n) {
			first := len(g.children)
			g.append(e)
			for i, c := range g.children[first:] {
				g.children[first+i] = numbers[c]
			}
		}
		g.nodes = append(g.nodes, uint32(len(g.edges)-1))
	}
	if g.Root = root; root > True {
		g.Root = Node(len(g.nodes) - 2)
	}
	return g
}
