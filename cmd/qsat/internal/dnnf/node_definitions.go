package dnnf

// definitions holds the variables and clauses that define nodes and edges. An edge becomes the
// product of its literals and children. A node with two edges becomes their sum. A node with
// one edge gets the variable of the edge.
type definitions struct {
	nodes []int    // indexed by node: its variable; 0 if undefined
	sums  []uint32 // indexed by node: the first clause of its sum; 0 if it has one edge
	args  []int    // indexed by edge: its variable, or its only literal; 0 if undefined
	prods []uint32 // indexed by edge: the first clause of its product; 0 if it has none

	falseClauses uint32 // the first clause of the definition of falsity
}

// defineEdge defines edge i, whose children must be defined. If its node has several edges and
// the edge is a single literal, the edge needs no product.
func (c *certificate) defineEdge(i uint32, several bool) {
	if c.args[i] != 0 {
		return
	}
	e := c.edge(i)
	if several && len(e.Lits) == 1 && len(e.Children) == 0 {
		c.args[i] = int(e.Lits[0])
		return
	}
	args := make([]int, 0, len(e.Lits)+len(e.Children))
	for _, l := range e.Lits {
		args = append(args, int(l))
	}
	for _, child := range e.Children {
		args = append(args, c.nodes[child])
	}
	c.args[i], c.prods[i] = c.product(args...)
}

// defineSum defines a node with two edges, unless it is defined already. Both edges must be
// defined. They exclude each other because their first literals are complements. If an edge is
// a product, the hint is the clause by which the edge implies its first literal.
func (c *certificate) defineSum(n Node) {
	if c.nodes[n] != 0 {
		return
	}
	i := c.graph.nodes[n]
	var hints []uint32
	for k := range uint32(2) {
		if c.prods[i+k] > 0 {
			hints = append(hints, c.prods[i+k]+1)
		}
	}
	c.nodes[n], c.sums[n] = c.sum(c.args[i], c.args[i+1], hints...)
}

// defineFalsity defines a node that is always false, as not (about or not about), and returns
// its variable.
func (c *certificate) defineFalsity() int {
	p, first := c.product(c.about)
	q, second := c.product(-c.about)
	either, _ := c.sum(p, q, first+1, second+1)
	r, _ := c.product(-either)
	c.falseClauses = first
	return r
}
