package dnnf

import (
	"context"

	"queens/dimacs"
)

// deleteClauses deletes all clauses but that of the root: what was derived in the reverse
// order, by the same hints, and those of the formula as the graph implies them.
func (c *certificate) deleteClauses(ctx context.Context, f *dimacs.Formula, root uint32) {
	end := uint32(len(c.hints))
	for i := len(c.asserted) - 1; i >= 0; i-- {
		if c.asserted[i] != root {
			c.delete(c.asserted[i], c.hints[c.hintStarts[i]:end])
		}
		end = c.hintStarts[i]
	}
	d := &deletion{certificate: c, in: make([]uint32, 2*len(c.Names)), results: make([]uint32, c.graph.Len()), masks: make([]uint64, c.graph.Len())}
	d.mask()
	for lits := range f.Clauses() {
		if ctx.Err() != nil {
			return
		}
		d.round++
		var hints []uint32
		tautology := d.clause(lits)
		switch {
		case tautology:
		case c.graph.Root == False:
			hints = c.falsityHints(lits, root)
		default:
			if !d.falsify(c.graph.Root) {
				c.err = errUnproved
				return
			}
			hints = append(d.hints, root)
		}
		c.delete(d.round, hints)
	}
}

// falsityHints returns why a graph without a model implies a clause. The last four nodes are
// those of falsity: a variable, its complement, either, and that complemented.
func (c *certificate) falsityHints(lits []dimacs.Lit, root uint32) []uint32 {
	first := c.falseClauses
	hints := []uint32{root, first + 8, first + 5, first + 6}
	for _, l := range lits {
		switch int(l) {
		case c.about:
			return append(hints, first+2)
		case -c.about:
			return append(hints, first)
		}
	}
	return append(hints, first, first+2)
}

// A deletion finds out that a graph implies clauses: it falsifies nodes, given that one of
// the clauses is false.
type deletion struct {
	*certificate
	round   uint32   // the number of the clause
	in      []uint32 // by literal: the last clause with it
	left    uint64   // bits of the variables of the clause
	results []uint32 // by node: twice the last clause that it was tried for, and 1 if that falsifies it
	masks   []uint64 // by node: a bit for each of its variables, which others may have, too
	hints   []uint32
}

// bit returns the bit of a variable in a mask.
func bit(v uint32) uint64 { return 1 << (v * 0x9e3779b1 >> 26) }

// mask computes the masks of all nodes.
func (d *deletion) mask() {
	for n := range d.masks {
		for _, e := range d.graph.Edges(Node(n)) {
			for _, l := range e.Lits {
				d.masks[n] |= bit(d.Lit(l).Var())
			}
			for _, child := range e.Children {
				d.masks[n] |= d.masks[child]
			}
		}
	}
}

// clause begins with a clause. It reports whether the clause is a tautology.
func (d *deletion) clause(lits []dimacs.Lit) (tautology bool) {
	d.hints, d.left = d.hints[:0], 0
	for _, l := range lits {
		k := d.Lit(l)
		d.in[k] = d.round
		d.left |= bit(k.Var())
		tautology = tautology || d.in[k.Not()] == d.round
	}
	return tautology
}

// falsify reports whether a node is false if the clause is, and appends the hints that say so
// unless they are there.
func (d *deletion) falsify(n Node) bool {
	switch d.results[n] {
	case 2 * d.round:
		return false
	case 2*d.round + 1:
		return true
	}
	first, end := d.graph.nodes[n], d.graph.nodes[n+1]
	for i := first; i < end; i++ {
		if !d.falsifyEdge(i) {
			d.results[n] = 2 * d.round
			return false
		}
	}
	if end-first > 1 {
		d.hints = append(d.hints, d.sums[n])
	}
	d.results[n] = 2*d.round + 1
	return true
}

// falsifyEdge does so for an edge: one of its literals is in the clause, or one of its
// children is false.
func (d *deletion) falsifyEdge(i uint32) bool {
	e := d.edge(i)
	for k, l := range e.Lits {
		if d.in[d.Lit(l)] == d.round {
			if d.prods[i] > 0 {
				d.hints = append(d.hints, d.prods[i]+1+uint32(k))
			}
			return true
		}
	}
	for k, child := range e.Children {
		if (d.masks[child]&d.left != 0) && d.falsify(child) {
			if d.prods[i] > 0 {
				d.hints = append(d.hints, d.prods[i]+1+uint32(len(e.Lits)+k))
			}
			return true
		}
	}
	return false
}
