// Package dnnf provides decision-DNNF graphs, which record how a model counter branches. A node is
// the disjunction of at most two edges, which exclude each other. An edge is the conjunction of
// literals and of child nodes without common variables. The package builds the graphs, counts and
// samples their models, also per literal and under assumptions, writes them in d4's format, reads
// them in the formats of d4, c2d and dsharp, and proves that a graph is equivalent to a formula.
//
// For example, the formula (x1 or x2) has the root with two edges: x1 with x2 free, which has
// two models, and (-x1, x2), which has one model.
//
// Sources: A. Darwiche, "Decomposable Negation Normal Form", Journal of the ACM 48, 2001; U.
// Oztok and A. Darwiche, "On Compiling CNF into Decision-DNNF", CP 2014; J. Huang and A.
// Darwiche, "DPLL with a Trace: From SAT to Knowledge Compilation", IJCAI 2005.
package dnnf

import (
	"cmp"
	"iter"
	"math/big"
	"slices"

	"queens/dimacs"
)

// A Node is the index of a node in a graph. Children have smaller indices than their parents.
type Node uint32

// Every graph has these two nodes. False has no edge. True has one empty edge and is never a
// child.
const (
	False Node = iota
	True
)

// A Graph is a decision-DNNF over the variables 1 to Vars. All edges of a node, with all nodes
// below them, have the same variables of the projection. If a node has two edges, their first
// literals are complements.
type Graph struct {
	Vars    int
	Root    Node
	Unnamed int // the number of variables of the projection that are in no edge, and so are free

	names    []int        // indexed by node: its number in the text that Read read; nil for other graphs
	nodes    []uint32     // indexed by node: the index in edges of its first edge; one more entry marks the end
	edges    []span       // one more entry marks the end
	lits     []dimacs.Lit // the literals and free variables of all edges
	children []Node       // the children of all edges
}

// A span holds the indices at which the literals, free variables and children of an edge start.
// The literals and free variables are in Graph.lits. They end where the next span starts.
type span struct{ lits, free, children uint32 }

// An Edge is a conjunction. Its slices belong to the graph and must not be changed.
type Edge struct {
	Lits     []dimacs.Lit // true literals
	Free     []dimacs.Lit // variables with an arbitrary value, as positive literals
	Children []Node       // nodes over the remaining variables
}

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.nodes) - 1 }

// Edges yields the edges of a node with their indices in the node, 0 or 1. False has no edge.
func (g *Graph) Edges(n Node) iter.Seq2[int, Edge] {
	return func(yield func(int, Edge) bool) {
		for i := g.nodes[n]; i < g.nodes[n+1]; i++ {
			if !yield(int(i-g.nodes[n]), g.edge(i)) {
				return
			}
		}
	}
}

// edge returns the edge with index i in the graph.
func (g *Graph) edge(i uint32) Edge {
	e, end := g.edges[i], g.edges[i+1]
	return Edge{g.lits[e.lits:e.free], g.lits[e.free:end.lits], g.children[e.children:end.children]}
}

// empty returns a graph with the nodes False and True, over the variables of g.
func (g *Graph) empty() *Graph {
	h := &Graph{Vars: g.Vars, Unnamed: g.Unnamed, nodes: []uint32{0, 0, 1}, edges: make([]span, 2)}
	if g.names != nil {
		h.names = g.names[:2:2]
	}
	return h
}

// append adds an edge, which it copies, to the node under construction.
func (g *Graph) append(e Edge) {
	g.lits = append(g.lits, e.Lits...)
	g.edges[len(g.edges)-1].free = uint32(len(g.lits))
	g.lits = append(g.lits, e.Free...)
	g.children = append(g.children, e.Children...)
	g.edges = append(g.edges, span{lits: uint32(len(g.lits)), children: uint32(len(g.children))})
}

// name returns the number of a node in the text that Read read, or 0 for other graphs.
func (g *Graph) name(n Node) int {
	if g.names == nil {
		return 0
	}
	return g.names[n]
}

// add adds edges to the node under construction, ends it and returns it. The name is the number of
// the node in a text; a graph that was not read ignores it.
func (g *Graph) add(name int, edges ...Edge) Node {
	for _, e := range edges {
		g.append(e)
	}
	if g.names != nil {
		g.names = append(g.names, name)
	}
	g.nodes = append(g.nodes, uint32(len(g.edges)-1))
	return Node(g.Len() - 1)
}

// with returns a graph with the nodes of g and with changed edges. It calls changed with each edge
// of a node other than True and with its index i in g.edges. The function must not change the
// slices of e.
func (g *Graph) with(changed func(i int, e Edge) Edge) *Graph {
	h := *g
	h.edges, h.lits, h.children = make([]span, 2), nil, nil
	for i := 1; i < len(g.edges)-1; i++ {
		h.append(changed(i, g.edge(uint32(i))))
	}
	return &h
}

// Without returns g without the literals of the variables for which out is true. Free variables
// stay.
func (g *Graph) Without(out func(v int) bool) *Graph {
	return g.with(func(_ int, e Edge) Edge {
		e.Lits = slices.DeleteFunc(slices.Clone(e.Lits), func(l dimacs.Lit) bool { return out(l.Var()) })
		return e
	})
}

// Count returns the sum of the weights of the models of e. The slice counts is indexed by node and
// must hold the sums of its children. The weight of a model is the product of the weights of its
// literals. A literal has weight 1 if weight is nil or returns nil.
func (e Edge) Count(counts []*big.Int, weight func(dimacs.Lit) *big.Int) *big.Int {
	product := big.NewInt(1)
	for _, c := range e.Children {
		product.Mul(product, counts[c])
	}
	if weight == nil {
		return product.Lsh(product, uint(len(e.Free)))
	}
	shift := uint(0)
	for _, l := range e.Lits {
		if w := weight(l); w != nil {
			product.Mul(product, w)
		}
	}
	for _, l := range e.Free {
		if w, x := weight(l), weight(-l); w == nil && x == nil {
			shift++
		} else {
			product.Mul(product, new(big.Int).Add(cmp.Or(w, one), cmp.Or(x, one)))
		}
	}
	return product.Lsh(product, shift)
}

// The weights of a literal that is assumed to be false, and of a literal without a weight.
var zero, one = new(big.Int), big.NewInt(1)

// Count returns the number of models of the graph that differ on the projection, including the
// factor 2 for each unnamed variable.
func (g *Graph) Count() dimacs.Count {
	counts := make([]*big.Int, g.Len())
	for n := range counts {
		counts[n] = new(big.Int)
		for _, e := range g.Edges(Node(n)) {
			counts[n].Add(counts[n], e.Count(counts, nil))
		}
	}
	return dimacs.Count{M: counts[g.Root], Shift: uint64(g.Unnamed)}
}

// Named returns the set of variables that occur in edges.
func (g *Graph) Named() map[int]bool {
	named := map[int]bool{}
	for _, l := range g.lits {
		named[l.Var()] = true
	}
	return named
}

// parents returns, indexed by node, the number of edges with this child.
func (g *Graph) parents() []int {
	parents := make([]int, g.Len())
	for _, c := range g.children {
		parents[c]++
	}
	return parents
}

// inlined returns a graph for a certificate, with the same models; free variables may be missing. A
// node with one edge and one parent is inlined into the edge above, which saves the certificate a
// step between the two. A node with one edge that is only a child becomes this child. A node that
// is always true vanishes, except for the root.
func (g *Graph) inlined() *Graph {
	parents, numbers := g.parents(), make([]Node, g.Len())
	only := make([]*Edge, g.Len()) // indexed by node: its only edge if it is inlined, otherwise nil
	h := g.empty()
	h.Root = g.Root
	for n := True + 1; n <= g.Root; n++ {
		var edges []Edge
		for _, e := range g.Edges(n) {
			var m Edge
			for _, c := range e.Children {
				if only[c] == nil {
					m.Children = append(m.Children, numbers[c])
					continue
				}
				inner := *only[c]
				if parents[c] == 1 && len(inner.Lits) > len(m.Lits) { // so a long chain takes linear time
					m, inner = inner, m
				}
				m.append(inner)
			}
			first := len(m.Lits)
			if m.append(Edge{Lits: e.Lits, Free: e.Free}); first < len(m.Lits) {
				m.Lits[0], m.Lits[first] = m.Lits[first], m.Lits[0]
			}
			edges = append(edges, m)
		}
		e, single := edges[0], len(edges) == 1
		isTrue := single && len(e.Lits)+len(e.Children) == 0
		if isTrue {
			e.Free = nil
		}
		switch {
		case single && n < g.Root && parents[n] == 1 || isTrue && n < g.Root:
			only[n] = &e
		case single && len(e.Lits) == 0 && len(e.Children) == 1:
			numbers[n] = e.Children[0]
		default:
			numbers[n] = h.add(g.name(n), edges...)
		}
	}
	if g.Root > True {
		h.Root = Node(h.Len() - 1)
	}
	return h
}

// append adds the contents of f to e.
func (e *Edge) append(f Edge) {
	e.Lits, e.Free, e.Children = append(e.Lits, f.Lits...), append(e.Free, f.Free...), append(e.Children, f.Children...)
}

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
