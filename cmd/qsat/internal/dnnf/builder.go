package dnnf

import (
	"slices"

	"queens/dimacs"
)

// A Builder makes a graph, children before parents. Edges are begun and ended as calls are
// nested: those of a node lie above the mark that was taken before the first of them.
type Builder struct {
	graph Graph
	// Of nodes that are not made yet.
	edges    []span
	lits     []dimacs.Lit
	children []Node
	free     []dimacs.Lit
}

// NewBuilder returns a builder of a graph of False and True.
func NewBuilder() *Builder {
	return &Builder{graph: Graph{nodes: []uint32{0, 0, 1}, edges: make([]span, 2)}}
}

// A Mark says how many edges there are that are in no node yet.
type Mark int

// Mark returns what Node is to be given.
func (b *Builder) Mark() Mark { return Mark(len(b.edges)) }

// Begin begins an edge.
func (b *Builder) Begin() { b.edges = append(b.edges, b.top()) }

func (b *Builder) top() span {
	return span{uint32(len(b.lits)), uint32(len(b.free)), uint32(len(b.children))}
}

// Add adds a literal to the edge that was begun last, Free a variable and Child a node.
func (b *Builder) Add(lits ...dimacs.Lit) { b.lits = append(b.lits, lits...) }
func (b *Builder) Free(v dimacs.Lit)      { b.free = append(b.free, v) }
func (b *Builder) Child(n Node) {
	if n != True {
		b.children = append(b.children, n)
	}
}

// First puts a literal of the edge that was begun last before its others.
func (b *Builder) First(l dimacs.Lit) {
	lits := b.lits[b.edges[len(b.edges)-1].lits:]
	i := slices.Index(lits, l)
	lits[0], lits[i] = lits[i], lits[0]
}

// End ends the edge that was begun last, or drops it.
func (b *Builder) End(keep bool) {
	if !keep {
		b.drop(Mark(len(b.edges) - 1))
	}
}

// drop drops the edges above a mark.
func (b *Builder) drop(m Mark) {
	if int(m) < len(b.edges) {
		e := b.edges[m]
		b.lits, b.free, b.children, b.edges = b.lits[:e.lits], b.free[:e.free], b.children[:e.children], b.edges[:m]
	}
}

// Node returns a node of the edges above a mark, unless it is to be given up.
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

// append adds an edge to the node that is made last.
func (g *Graph) append(e Edge) {
	g.lits = append(g.lits, e.Lits...)
	g.edges[len(g.edges)-1].free = uint32(len(g.lits))
	g.lits = append(g.lits, e.Free...)
	g.children = append(g.children, e.Children...)
	g.edges = append(g.edges, span{lits: uint32(len(g.lits)), children: uint32(len(g.children))})
}

// Graph returns the graph of what can be reached from a root, about so many variables, of
// which some are in no edge.
func (b *Builder) Graph(vars, unnamed int, root Node) *Graph {
	all := &b.graph
	numbers := make([]Node, all.Len()) // of nodes that are reached, at first 1
	numbers[root] = 1                  // False and True stay what they are
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
	for n := True + 1; n <= root; n++ {
		if numbers[n] == 0 {
			continue
		}
		numbers[n] = Node(len(g.nodes) - 1)
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
