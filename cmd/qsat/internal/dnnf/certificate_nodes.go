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
	hints []uint32     // after units: the ids of the clauses from which it follows by unit propagation, the last one first
	units []dimacs.Lit // literals that are true at level 0
	used  []dimacs.Lit // the literals of lower levels, and the decision of the edge, as far as the proof needs them
}

// imply writes the clause that b proves, for an edge or a node with this number, and returns its id.
func (c *certificate) imply(b branch, number int) uint32 {
	hints := append(b.hints, lists.Map(b.units, c.unit)...)
	slices.Reverse(hints)
	return c.assert(dimacs.Negated(b.used), hints, number)
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
	b := c.prove(n)
	if c.err != nil {
		return lemma{}
	}
	m := lemma{c.imply(b, c.nodes[n]), b.used}
	c.lemmas[n] = append(c.lemmas[n], m)
	return m
}

// prove returns the proof that node n is true. It sets c.err if it finds no proof. Let n have two edges
// p and q, let d be the first literal of p and -d the first literal of q, and let s be the variable of n.
// If p is a product, prove writes a clause: d and other literals imply p. Otherwise p is d, and it writes
// no clause. The proof assumes that s is false. Then p is false by (s -p), and q by (s -q). So d is false,
// by the clause if there is one, and the proof of q leads to a conflict. The result contains the literals
// that the proofs of p and q need, without d and -d.
func (c *certificate) prove(n Node) branch {
	p := c.graph.nodes[n]
	q := p + 1
	if q == c.graph.nodes[n+1] {
		return c.proveEdge(n, p, false)
	}
	ofP := c.proveEdge(n, p, true)
	var refuteD []uint32
	if c.prods[p] > 0 && c.err == nil {
		refuteD = []uint32{c.imply(ofP, c.args[p])}
	}
	if c.err != nil {
		return branch{}
	}
	ofQ := c.proveEdge(n, q, true)
	c.explain(c.Level() + 1)
	for _, l := range slices.Concat(ofP.used, ofQ.used, ofQ.units) {
		if l.Var() != c.local(c.graph.edge(p).Lits[0]).Var() {
			c.need(l)
		}
	}
	return branch{append(append(ofQ.hints, refuteD...), c.sums[n]+2, c.sums[n]+1), slices.Clone(c.units), slices.Clone(c.used)}
}

// proveEdge returns the proof that the edge of node n with index i in the graph is true. If several
// is set, n has several edges, and the proof assumes the first literal of the edge. It writes the
// clauses that the proof uses if they are not written yet. It sets c.err if it finds no proof. The
// level is the same afterwards.
//
// The proof assumes that the product of the edge is false. It derives the literals and all children but
// one. So that child is false, which its own proof assumes. So a chain of nodes needs one clause. The
// child has only one parent; otherwise it gets a lemma, too.
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
	var lemmas []uint32
	var used []dimacs.Lit
	for _, child := range e.Children {
		if c.err != nil {
			break
		}
		if c.parents[child] == 1 && proof.hints == nil && c.lemmas[child] == nil {
			proof = c.prove(child)
			used = slices.Concat(used, proof.used, proof.units)
		} else {
			m := c.justify(child)
			lemmas, used = append(lemmas, m.id), append(used, m.used...)
		}
	}
	if c.err != nil {
		return proof
	}
	c.explain(c.Level())
	for _, l := range e.Lits {
		if c.projected(l.Var()) {
			c.need(c.local(l))
		}
	}
	for _, l := range used {
		c.need(l)
	}
	c.trace()
	if c.prods[i] > 0 {
		proof.hints = append(proof.hints, c.prods[i])
	}
	if c.skolems[i] > 0 {
		proof.hints = append(proof.hints, c.skolems[i])
	}
	steps := c.write(nil, c.steps)
	slices.Reverse(steps)
	return branch{append(append(proof.hints, lemmas...), steps...), slices.Clone(c.units), slices.Clone(c.used)}
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
