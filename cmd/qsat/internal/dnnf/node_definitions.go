package dnnf

import "queens/cmd/qsat/internal/lists"

// definitions holds the variables and clauses that define nodes and edges. An edge becomes the
// product of its literals and children. A node with two edges becomes their sum. A node with one
// edge gets the variable of the edge. A clause is given by its id in the certificate.
type definitions struct {
	nodes   []int    // indexed by node: its variable; 0 if undefined
	sums    []uint32 // indexed by node: the first clause of its sum; 0 if it has one edge
	args    []int    // indexed by edge: its variable, or its only literal; 0 if undefined
	prods   []uint32 // indexed by edge: the first clause of its product; 0 without a product
	skolems []uint32 // indexed by edge: the clause of its Skolem node; 0 without a Skolem node
}

// defineEdge writes the definition of the edge with index i in the graph; its children must be
// defined. The edge belongs to node n, and several says that n has several edges. If the edge is
// then a single literal, it needs no product. The literals outside of the projection become a
// Skolem node. If there is nothing else and n is not the root, the edge needs no product, and the
// lemma of n is the clause that defines the Skolem node.
func (c *certificate) defineEdge(n Node, i uint32, several bool) {
	e := c.graph.edge(i)
	if several && len(e.Lits) == 1 && len(e.Children) == 0 {
		c.args[i] = int(e.Lits[0])
		return
	}
	args := make([]int, 0, len(e.Lits)+len(e.Children))
	var outside []int
	for _, l := range e.Lits {
		if c.projected(l.Var()) {
			args = append(args, int(l))
		} else {
			outside = append(outside, int(l))
		}
	}
	if len(outside) > 0 {
		c.args[i], c.skolems[i] = c.define("t", outside, nil)
		if len(args)+len(e.Children) == 0 && n < c.graph.Root {
			c.lemmas[n] = []lemma{{id: c.skolems[i]}}
			return
		}
		args = append(args, c.args[i])
	}
	args = append(args, lists.Map(e.Children, func(n Node) int { return c.nodes[n] })...)
	c.args[i], c.prods[i] = c.define("p", args, nil)
}
