package dnnf

import (
	"context"
	"math/bits"
	"slices"

	"queens/dimacs"
)

// A reverse checks that a graph implies clauses. It assumes that all literals of a clause are false,
// and finds bottom-up which nodes are false, for 64 clauses at once.
type reverse struct {
	*certificate
	in      []uint64 // indexed by literal: bit i says that clause i contains it
	falses  []uint64 // indexed by node: bit i says that the node is false for clause i
	touched []uint64 // indexed by node: bit i says that a variable of clause i is below the node
}

// checkClauses sets c.err if the graph does not imply a clause of f. It returns early if ctx ends.
// The certificate need not show this, because its checker does the same.
func (c *certificate) checkClauses(ctx context.Context, f *dimacs.Formula) {
	r := reverse{c, make([]uint64, 2*len(c.Names)), make([]uint64, c.graph.Len()), make([]uint64, c.graph.Len())}
	for clauses := range slices.Chunk(slices.Collect(f.Clauses()), 64) {
		clear(r.in)
		always := uint64(0) // tautologies
		for i, lits := range clauses {
			for _, l := range lits {
				k := c.Lit(l)
				r.in[k] |= 1 << i
				always |= r.in[k.Not()] & (1 << i)
			}
		}
		for n := range r.falses { // sets falses and touched
			r.falses[n], r.touched[n] = ^uint64(0), 0
			for _, e := range r.graph.Edges(Node(n)) {
				falses, touched := r.edge(e)
				r.falses[n] &= falses
				r.touched[n] |= touched
			}
		}
		if i := bits.TrailingZeros64(^(always | r.falses[c.graph.Root])); i < len(clauses) {
			c.wrong(r.culprit(c.graph.Root, 1<<i), "it has a model that violates the clause %v", clauses[i])
		}
		if c.err != nil || ctx.Err() != nil {
			return
		}
	}
}

// edge returns the bits of an edge as in falses and touched. The bits of its children must be set.
func (r *reverse) edge(e Edge) (falses, touched uint64) {
	for _, l := range e.Lits {
		k := r.Lit(l)
		falses, touched = falses|r.in[k], touched|r.in[k]|r.in[k.Not()]
	}
	for _, child := range e.Children {
		falses, touched = falses|r.falses[child], touched|r.touched[child]
	}
	return falses, touched
}

// culprit returns the last node on a path along edges that are not false for a clause, from n down
// as long as such an edge has a child with a variable of the clause below. The argument clause is
// the bit of the clause.
func (r *reverse) culprit(n Node, clause uint64) Node {
	for _, e := range r.graph.Edges(n) {
		if falses, _ := r.edge(e); falses&clause != 0 {
			continue
		}
		for _, child := range e.Children {
			if r.touched[child]&clause != 0 {
				return r.culprit(child, clause)
			}
		}
	}
	return n
}
