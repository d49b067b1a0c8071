// Package dnnf holds decision-DNNFs, the graphs that a counter of models goes through: a
// node is the exclusive disjunction of its edges, and an edge the conjunction of literals
// and of nodes that have no variable in common. It owns how these are held, written, counted
// and proved to be equivalent to a formula.
//
// Sources: A. Darwiche, "Decomposable Negation Normal Form", Journal of the ACM 48, 2001; U.
// Oztok and A. Darwiche, "On Compiling CNF into Decision-DNNF", CP 2014; J. Huang and A.
// Darwiche, "DPLL with a Trace: From SAT to Knowledge Compilation", IJCAI 2005.
package dnnf

import (
	"iter"
	"math/big"

	"queens/dimacs"
)

// A Node is a node of a graph. Those of one are numbered from 0, children before parents.
type Node uint32

// Every graph has the node without an edge, and that with an empty one, which is no child.
const (
	False Node = iota
	True
)

// A Graph is a decision-DNNF over the variables from 1 to Vars. All edges of a node are about
// the same variables; where it has two, their first literals are complements.
type Graph struct {
	Vars    int
	Root    Node
	Unnamed int // variables that are in no edge: both of their values are in each model

	nodes    []uint32 // by node: its first edge, and where those of the last one end
	edges    []span   // and one more where the last ends
	lits     []dimacs.Lit
	children []Node
}

// A span says where in arrays what an edge has begins.
type span struct{ lits, free, children uint32 }

// An Edge is a conjunction. The slices are those of the graph.
type Edge struct {
	Lits     []dimacs.Lit // that are true
	Free     []dimacs.Lit // positive ones: variables that may be true or false
	Children []Node       // whose variables are the others
}

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.nodes) - 1 }

// Edges yields the edges of a node: none of False, and of others one or two, from 0.
func (g *Graph) Edges(n Node) iter.Seq2[int, Edge] {
	return func(yield func(int, Edge) bool) {
		for i := g.nodes[n]; i < g.nodes[n+1]; i++ {
			if !yield(int(i-g.nodes[n]), g.edge(i)) {
				return
			}
		}
	}
}

// edge returns an edge by its number in the graph.
func (g *Graph) edge(i uint32) Edge {
	e, end := g.edges[i], g.edges[i+1]
	return Edge{g.lits[e.lits:e.free], g.lits[e.free:end.lits], g.children[e.children:end.children]}
}

// Counts returns for each node the sum of the weights of its models, the products of those
// of their literals. Without a function all are 1; it returns nil for 1, too.
func (g *Graph) Counts(weight func(dimacs.Lit) *big.Int) []*big.Int {
	counts := make([]*big.Int, g.Len())
	for n := range counts {
		counts[n] = new(big.Int)
		for _, e := range g.Edges(Node(n)) {
			counts[n].Add(counts[n], e.Count(counts, weight))
		}
	}
	return counts
}

// Count returns the sum of the weights of the models of an edge, by those of nodes.
func (e Edge) Count(counts []*big.Int, weight func(dimacs.Lit) *big.Int) *big.Int {
	product := big.NewInt(1)
	for _, c := range e.Children {
		product.Mul(product, counts[c])
	}
	if weight == nil {
		return product.Lsh(product, uint(len(e.Free)))
	}
	of := func(l dimacs.Lit) *big.Int {
		if w := weight(l); w != nil {
			return w
		}
		return one
	}
	for _, l := range e.Lits {
		product.Mul(product, of(l))
	}
	for _, l := range e.Free {
		product.Mul(product, new(big.Int).Add(of(l), of(l.Neg())))
	}
	return product
}

var one = big.NewInt(1)

// Count returns the number of models of the graph.
func (g *Graph) Count() dimacs.Count {
	return dimacs.Count{M: g.Counts(nil)[g.Root], Shift: uint64(g.Unnamed)}
}

// Named returns the variables that are in edges.
func (g *Graph) Named() map[int]bool {
	named := map[int]bool{}
	for _, l := range g.lits {
		named[l.Var()] = true
	}
	return named
}
