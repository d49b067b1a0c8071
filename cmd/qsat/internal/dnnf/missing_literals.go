package dnnf

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

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
