package dnnf

import (
	"context"
	"slices"

	"queens/dimacs"
)

// deleteClauses deletes all clauses except the clause root. First it deletes the derived
// clauses in reverse order, each with the hints of its derivation. Then it deletes the clauses
// of the formula, with hints that show how the graph implies them. It sets c.err if it finds no
// such hints.
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
		switch {
		case d.clause(lits): // a tautology
		case c.graph.Root == False:
			hints = c.falsityHints(lits, root)
		default:
			if !d.falsify(c.graph.Root) {
				c.wrong(d.culprit(c.graph.Root), "it has a model that violates the clause %v", lits)
				return
			}
			hints = append(d.hints, root)
		}
		c.delete(d.round, hints)
	}
}

// falsityHints returns hints for a clause of the formula if the graph has no model. They come
// from the four nodes of defineFalsity.
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

// A deletion proves that the graph implies clauses. It assumes that all literals of a clause
// are false, and shows bottom-up that nodes are false.
type deletion struct {
	*certificate
	round   uint32   // the number of the current clause
	in      []uint32 // indexed by literal: the last clause that contains it
	left    uint64   // mask of the variables of the current clause
	results []uint32 // indexed by node: 2*c after clause c did not make it false, 2*c+1 after it did
	masks   []uint64 // indexed by node: the mask of the variables below it; different variables may share a bit
	hints   []uint32
}

// bit returns the mask of one variable.
func bit(v uint32) uint64 { return 1 << (v * 0x9e3779b1 >> 26) }

// mask computes the masks of all nodes from their literals and children.
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

// clause sets the current clause. It reports whether the clause is a tautology.
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

// falsify reports whether node n is false if all literals of the current clause are false. If
// so, it appends the hints of the proof, unless an earlier call has done so.
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

// culprit returns the last node on a path of nodes that are not false, from n down to where no child
// has a variable of the current clause.
func (d *deletion) culprit(n Node) Node {
	for i := d.graph.nodes[n]; i < d.graph.nodes[n+1]; i++ {
		if d.falsifyEdge(i) {
			continue
		}
		for _, child := range d.edge(i).Children {
			if d.masks[child]&d.left != 0 {
				return d.culprit(child)
			}
		}
	}
	return n
}

// falsifyEdge does the same for edge i. The edge is false if one of its literals is in the
// clause or one of its children is false.
func (d *deletion) falsifyEdge(i uint32) bool {
	e := d.edge(i)
	k := slices.IndexFunc(e.Lits, func(l dimacs.Lit) bool { return d.in[d.Lit(l)] == d.round })
	if k < 0 {
		child := slices.IndexFunc(e.Children, func(n Node) bool { return d.masks[n]&d.left != 0 && d.falsify(n) })
		if child < 0 {
			return false
		}
		k = len(e.Lits) + child
	}
	if d.prods[i] > 0 {
		d.hints = append(d.hints, d.prods[i]+1+uint32(k))
	}
	return true
}
