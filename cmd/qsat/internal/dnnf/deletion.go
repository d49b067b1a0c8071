package dnnf

import (
	"context"
	"slices"

	"queens/dimacs"
)

// deleteClauses deletes all clauses except the clause root. First it deletes the clauses that were
// derived from the formula, which contain the root. Then it deletes the clauses of the formula, with
// hints that show how the graph implies them, and last the shortcuts. It sets c.err if it finds no
// such hints.
func (c *certificate) deleteClauses(ctx context.Context, f *dimacs.Formula, root uint32) {
	for id := c.lastDefined + 1; id < root; id++ {
		c.delete(id, []uint32{root})
	}
	d := newDeletion(c)
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
			d.explain(c.graph.Root, true)
			hints = append(d.hints, root)
		}
		c.delete(d.round, hints)
		d.deriveShortcuts()
	}
	for _, s := range slices.Backward(d.derived) {
		c.delete(s.id, s.hints)
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

// A position is the place of a literal among the literals of an edge.
type position struct{ edge, k uint32 }

// A deletion proves that the graph implies clauses. It assumes that all literals of a clause
// are false, and shows bottom-up that nodes are false.
type deletion struct {
	*certificate
	shortcuts
	round   uint32       // the number of the current clause
	in      []uint32     // indexed by literal: the last clause that contains it
	left    uint64       // mask of the variables of the current clause
	places  [][]position // indexed by literal: the edges that contain it
	held    []uint32     // indexed by edge: the last clause that shares a literal with it
	results []uint32     // indexed by node: 2*c after clause c did not make it false, 2*c+1 after it did
	reasons []uint32     // indexed by edge: the number of a literal or, after all literals, of a child that is false
	masks   []uint64     // indexed by node: the mask of the variables below it; different variables may share a bit

	hints          []uint32
	epoch          uint32   // the number of the current list of hints
	explained      []uint32 // indexed by node: the last list with its hints
	edgesExplained []uint32 // indexed by edge
}

func newDeletion(c *certificate) *deletion {
	nodes, edges := c.graph.Len(), len(c.graph.edges)
	d := &deletion{
		certificate: c, shortcuts: newShortcuts(c.graph), in: make([]uint32, 2*len(c.Names)),
		places: make([][]position, 2*len(c.Names)), held: make([]uint32, edges),
		results: make([]uint32, nodes), reasons: make([]uint32, edges), masks: make([]uint64, nodes),
		explained: make([]uint32, nodes), edgesExplained: make([]uint32, edges),
	}
	d.index()
	return d
}

// bit returns the mask of one variable.
func bit(v uint32) uint64 { return 1 << (v * 0x9e3779b1 >> 26) }

// index sets the masks of all nodes and the places of all literals.
func (d *deletion) index() {
	for n := range d.masks {
		for i, e := range d.graph.Edges(Node(n)) {
			for k, l := range e.Lits {
				v := d.Lit(l)
				d.masks[n] |= bit(v.Var())
				d.places[v] = append(d.places[v], position{d.graph.nodes[n] + uint32(i), uint32(k)})
			}
			for _, child := range e.Children {
				d.masks[n] |= d.masks[child]
			}
		}
	}
}

// clause sets the current clause. It reports whether the clause is a tautology.
func (d *deletion) clause(lits []dimacs.Lit) (tautology bool) {
	d.left = 0
	d.begin()
	for _, l := range lits {
		k := d.Lit(l)
		d.in[k] = d.round
		d.left |= bit(k.Var())
		for _, p := range d.places[k] {
			d.held[p.edge], d.reasons[p.edge] = d.round, p.k
		}
		tautology = tautology || d.in[k.Not()] == d.round
	}
	return tautology
}

// begin begins a list of hints.
func (d *deletion) begin() {
	d.epoch++
	d.hints = d.hints[:0]
}

// falsify reports whether node n is false if all literals of the current clause are false. If so, it
// sets the reasons of its edges and of the edges below.
func (d *deletion) falsify(n Node) bool {
	if d.results[n] < 2*d.round {
		d.results[n] = 2 * d.round
		for i := d.graph.nodes[n]; i < d.graph.nodes[n+1]; i++ {
			if !d.falsifyEdge(i) {
				return false
			}
		}
		d.results[n]++
		d.aim(n)
	}
	return d.results[n] > 2*d.round
}

// falsifyEdge does the same for edge i. The edge is false if one of its literals is in the
// clause or one of its children is false.
func (d *deletion) falsifyEdge(i uint32) bool {
	if d.held[i] == d.round {
		return true
	}
	e := d.graph.edge(i)
	k := slices.IndexFunc(e.Children, func(n Node) bool { return d.masks[n]&d.left != 0 && d.falsify(n) })
	if k < 0 {
		return false
	}
	d.reasons[i] = uint32(len(e.Lits) + k)
	return true
}

// culprit returns the last node on a path of nodes that are not false, from n down to where no child
// has a variable of the current clause.
func (d *deletion) culprit(n Node) Node {
	for i := d.graph.nodes[n]; i < d.graph.nodes[n+1]; i++ {
		if d.falsifyEdge(i) {
			continue
		}
		for _, child := range d.graph.edge(i).Children {
			if d.masks[child]&d.left != 0 {
				return d.culprit(child)
			}
		}
	}
	return n
}

// explain appends hints that make node n false, unless the list has them already. It prefers a
// shortcut. If counts is set, the node is due for a shortcut when it needs the same one again.
func (d *deletion) explain(n Node, counts bool) {
	if d.explained[n] == d.epoch {
		return
	}
	d.explained[n] = d.epoch
	switch s := d.shortcut(n, counts); {
	case s != nil:
		for _, t := range s.targets {
			if t.isNode() {
				d.explain(t.node(), true)
			} else {
				d.explainEdge(t.edge())
			}
		}
		d.hints = append(d.hints, s.id)
	default:
		d.explainEdges(n)
	}
}

// explainEdges appends hints that make all edges of node n false, and then the node.
func (d *deletion) explainEdges(n Node) {
	for i := d.graph.nodes[n]; i < d.graph.nodes[n+1]; i++ {
		d.explainEdge(i)
	}
	if d.sums[n] > 0 {
		d.hints = append(d.hints, d.sums[n])
	}
}

// explainEdge appends hints that make edge i false, unless the list has them already.
func (d *deletion) explainEdge(i uint32) {
	if d.prods[i] == 0 || d.edgesExplained[i] == d.epoch {
		return
	}
	d.edgesExplained[i] = d.epoch
	if child, is := d.falseChild(i); is {
		d.explain(child, !d.passes(i, child))
	}
	d.hints = append(d.hints, d.prods[i]+1+d.reasons[i])
}

// falseChild returns the child of edge i that is the reason why the edge is false.
func (d *deletion) falseChild(i uint32) (child Node, is bool) {
	e := d.graph.edge(i)
	if k := int(d.reasons[i]) - len(e.Lits); k >= 0 {
		return e.Children[k], true
	}
	return False, false
}
