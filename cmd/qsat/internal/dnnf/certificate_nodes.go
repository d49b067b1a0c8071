package dnnf

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// A lemma is a clause of the certificate: the literals in used imply a node. These are only some of
// the literals that are true when a path from the root reaches the node, such as complements of
// false literals in clauses that the path does not satisfy. So the literals of a lemma are often
// true on other paths to the node, too. If they are not, the node gets another lemma.
type lemma struct {
	id   uint32       // the id of the clause in the certificate
	used []dimacs.Lit // in the numbering of the prover
}

// A branch is the proof that an edge or a node is true if some literals are.
type branch struct {
	hints []uint32     // the ids of the clauses from which it follows by unit propagation
	units int          // the number of hints at the start that are unit clauses; not set for a node
	used  []dimacs.Lit // the literals of lower levels, and the decision of the edge, as far as the proof needs them
}

// justify returns a lemma for node n whose literals are true now. If there is no such lemma,
// justify derives one, writes it and adds it to c.lemmas. It sets c.err if there is no proof. The
// node and the nodes below it must be defined.
func (c *certificate) justify(n Node) lemma {
	for _, m := range c.lemmas[n] {
		if !slices.ContainsFunc(m.used, func(l dimacs.Lit) bool { return c.Value(l) <= 0 }) {
			return m
		}
	}
	first, several := c.graph.nodes[n], c.graph.nodes[n+1]-c.graph.nodes[n] > 1
	var b branch
	if several {
		b = c.proveEither(n)
	} else {
		b = c.proveEdge(n, first, false)
	}
	if c.err != nil {
		return lemma{}
	}
	m := lemma{c.assert(dimacs.Negated(b.used), b.hints, c.nodes[n]), b.used}
	c.lemmas[n] = append(c.lemmas[n], m)
	return m
}

// proveEither returns the proof that node n, which has two edges p and q, is true. It sets c.err if
// it finds no proof. Let d be the first literal of p; then -d is the first literal of q. If p is a
// product, proveEither writes a derived clause: d and other literals imply p. Otherwise p is d, and
// it writes no clause. Let s be the variable of n. The proof assumes that s is false. Then p is
// false by (s -p). So d is false, by the derived clause if there is one. Then q is true by its own
// proof, and (s -q) is violated. proof.used contains the literals that the proofs of p and q need,
// without d and -d.
func (c *certificate) proveEither(n Node) (proof branch) {
	p := c.graph.nodes[n]
	q := p + 1
	ofP := c.proveEdge(n, p, true)
	if c.err != nil {
		return proof
	}
	var refuteD []uint32
	if c.prods[p] > 0 { // otherwise p is d
		refuteD = []uint32{c.assert(dimacs.Negated(ofP.used), ofP.hints, c.args[p])}
	}
	ofQ := c.proveEdge(n, q, true)
	if c.err != nil {
		return proof
	}
	notP, notQ := c.sums[n]+1, c.sums[n]+2
	proof.hints = slices.Concat(ofQ.hints[:ofQ.units], []uint32{notP}, refuteD, ofQ.hints[ofQ.units:])
	if last := len(proof.hints) - 1; c.prods[q] > 0 { // the product of q is the last hint and is violated now
		proof.hints = append(proof.hints[:last], notQ, proof.hints[last])
	} else {
		proof.hints = append(proof.hints, notQ)
	}
	d := c.local(c.graph.edge(p).Lits[0])
	for _, l := range slices.Concat(ofP.used, ofQ.used) {
		if l != d && l != d.Neg() && !slices.Contains(proof.used, l) {
			proof.used = append(proof.used, l)
		}
	}
	return proof
}

// proveEdge returns the proof that the edge of node n with index i in the graph is true. If several
// is set, n has several edges, and the proof assumes the first literal of the edge. It writes the
// clauses that the proof uses if they are not written yet. It sets c.err if it finds no proof. The
// level is the same afterwards.
func (c *certificate) proveEdge(n Node, i uint32, several bool) (proof branch) {
	e := c.graph.edge(i)
	defer c.Backtrack(c.Level())
	if c.Begin(); several {
		c.Assume(c.local(e.Lits[0]))
	}
	if c.Propagate() >= 0 {
		c.wrong(n, "it has a model, but the formula has none under the decisions above it")
	}
	for _, l := range e.Lits {
		if k := c.local(l); c.Value(k) <= 0 && c.projected(l.Var()) && c.err == nil {
			c.deriveLiteral(n, k)
		}
	}
	if c.err != nil {
		return proof
	}
	children := make([]lemma, len(e.Children))
	for k, child := range e.Children {
		if children[k] = c.justify(child); c.err != nil {
			return proof
		}
	}
	c.explain(c.Level())
	for _, l := range e.Lits {
		if c.projected(l.Var()) {
			c.need(c.local(l))
		}
	}
	for _, m := range children {
		for _, l := range m.used {
			c.need(l)
		}
	}
	c.trace()
	hints := append(c.explained(), lists.Map(children, func(m lemma) uint32 { return m.id })...)
	for _, own := range []uint32{c.skolems[i], c.prods[i]} {
		if own > 0 {
			hints = append(hints, own)
		}
	}
	return branch{hints, len(c.units), slices.Clone(c.used)}
}

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

// deriveLiteral derives clauses until unit propagation makes l true at the current level. It
// assumes the complement of l, decides the variables below node n, and learns a clause from each
// conflict. The learned clause contains the complements of the decisions, and of the literals up to
// the current level, on which the conflict depends. When all variables below the node are assigned,
// deriveLiteral decides the other variables. If there is no proof, it sets c.err. The literal l is
// in the numbering of the prover.
func (c *certificate) deriveLiteral(n Node, l dimacs.Lit) {
	base := c.Level()
	var vars []dimacs.Lit
	name := c.Name(clause.Of(l))
	for c.Value(l) <= 0 || c.Level() > base {
		if c.Level() == base {
			if c.Value(l) < 0 {
				c.wrong(n, "the formula implies the literal %d there, but an edge has %d", -name, name)
				return
			}
			c.Begin()
			c.Assume(l.Neg())
		}
		conflict := c.Propagate()
		if conflict < 0 {
			if vars == nil {
				vars = c.variablesBelow(n)
				for v := range c.Names[1:] {
					vars = append(vars, dimacs.Lit(v+1))
				}
			}
			i := slices.IndexFunc(vars, func(v dimacs.Lit) bool { return c.Value(v) == 0 })
			if i < 0 {
				c.wrong(n, "the formula has a model with the literal %d there, but the only edge has %d", -name, name)
				return
			}
			c.Begin()
			c.Assume(vars[i])
			continue
		}
		if !c.learn(conflict, base) {
			c.wrong(n, "it has a model, but the formula has none under the decisions above it")
			return
		}
	}
}

// learn writes and adds a clause from a conflict above level base, given as the number of the
// violated clause in the prover. It backtracks to the level at which the clause is unit, at least
// base. It returns false and learns nothing if the conflict does not depend on a decision above
// base. It also returns false if propagation at level base leads to another conflict.
func (c *certificate) learn(conflict, base int) bool {
	c.explain(base + 1)
	c.needFalse(conflict, 0)
	c.trace()
	level, top := base, base // the second highest and the highest level in the clause
	for _, k := range c.used {
		if at := c.LevelOf(k); at > top {
			level, top = top, at
		} else {
			level = max(level, min(at, top))
		}
	}
	if top == base {
		return false
	}
	lits := dimacs.Negated(c.used)
	c.ids = append(c.ids, c.assert(lits, append(c.explained(), c.id(conflict))))
	c.Backtrack(level)
	c.Add(lits...)
	return level > base || c.Propagate() < 0
}

// variablesBelow returns the variables in the edges of node n and of the nodes below it, in the
// numbering of the prover, some more than once. Variables outside of the projection may be missing,
// and free ones that inlined has dropped.
func (c *certificate) variablesBelow(n Node) (vars []dimacs.Lit) {
	seen := map[Node]bool{}
	var visit func(Node)
	visit = func(n Node) {
		e := c.graph.edge(c.graph.nodes[n]) // all edges of a node have the same variables
		local := func(l dimacs.Lit) dimacs.Lit { return dimacs.Lit(c.local(l).Var()) }
		vars = append(vars, lists.Map(slices.Concat(e.Lits, e.Free), local)...)
		for _, child := range e.Children {
			if !seen[child] {
				seen[child] = true
				visit(child)
			}
		}
	}
	visit(n)
	return vars
}
