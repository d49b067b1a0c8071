package simplify

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// findGates stores in c.gates and c.inputs the conjunctions that the original clauses define: for
// an output o with the inputs a and b, the clauses are {o, -a, -b}, {-o, a} and {-o, b}. Clauses
// must be watched. Clauses of more than maxInput literals are ignored, and learned clauses define
// no gates. findGates stops at the end of the budget or, if one is set, after the first gate.
func (c *closure) findGates(one bool) {
	c.gates, c.inputs = c.gates[:0], c.inputs[:0]
	binaries := make([]int32, c.NumLits()) // indexed by literal: number of binary clauses with its complement
	for l := range c.Literals {
		c.chargeList(l)
		for _, w := range c.Watching(l) {
			if w.IsBinary() && !w.IsLearned() {
				binaries[l.Not()]++
			}
		}
	}
	if slices.Max(binaries) < 2 {
		return
	}
	candidates := make([][]clause.Ref, c.NumLits()) // indexed by literal: the clauses that may define it
	for r := range c.All {
		n := int32(c.Size(r))
		if c.Has(r, clause.Learned) || n > maxInput {
			continue
		}
		for _, l := range c.Lits(r) {
			if binaries[l] >= n-1 {
				candidates[l] = append(candidates[l], r)
			}
		}
	}
	n, _ := c.NumLong()
	c.Stats.OwnTicks += int64(n)
	for l, list := range candidates {
		if len(list) == 0 {
			continue
		}
		output := clause.Lit(l)
		c.chargeList(output.Not())
		c.mark([]clause.Lit{output}) // and the literals that binary clauses make false if it is true
		for _, w := range c.Watching(output.Not()) {
			if w.IsBinary() && !w.IsLearned() {
				c.marks[w.Lit().Not()] = c.round
			}
		}
		for _, r := range list {
			if c.Stats.OwnTicks++; c.stops() {
				return
			}
			lits := c.Lits(r)
			if slices.ContainsFunc(lits, func(l clause.Lit) bool { return c.marks[l] != c.round }) {
				continue
			}
			c.gates = append(c.gates, andGate{start: int32(len(c.inputs)), size: int32(len(lits) - 1), output: output})
			for _, l := range lits {
				if l != output {
					c.inputs = append(c.inputs, l.Not())
				}
			}
			if c.Stats.OwnTicks += int64(len(lits)); one {
				return
			}
		}
	}
}
