package simplify

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
)

// An andGate is a gate whose output is the conjunction of its inputs, which are literals. They are
// closure.inputs[start:start+size].
type andGate struct {
	start, size int32
	output      clause.Lit
	removed     bool // it equals another gate, or its output equals an input or has a value
}

// Congruence merges the outputs of conjunctions with equal inputs, and substitutes one for the
// other in all clauses. It compares gates again with the substituted inputs until no outputs are
// left to merge, or the budget of ticks ends. It sets s.Gates to the number of gates that it finds
// once it searches for all of them. If variables have values, it first looks for one gate. If there
// is none, it ends. If there is one, it removes satisfied clauses and false literals, collects
// garbage, and calls Substitute. Clauses that were learned define no gates.
//
// Gates of other kinds, such as parities and if-then-else, are left to package sweep. To merge them
// here saved no conflicts in formulas of circuits, ciphers, hashes and pipelines.
//
// Source: A. Biere, K. Fazekas, M. Fleury and N. Froleyks, "Clausal Congruence Closure", SAT 2024.
func (s *Simplifier) Congruence(ctx context.Context, ticks int64) {
	if !s.begin(ctx, ticks) {
		return
	}
	c := &closure{Simplifier: s}
	if len(s.Trail) > 0 { // gates are recognized in clauses without false literals
		if c.findGates(true); len(c.gates) == 0 {
			return
		}
		s.Clean()
		if s.Collect(); s.Unsat {
			return
		}
		s.Substitute(ctx)
	}
	c.findGates(false)
	if s.Gates = len(c.gates); s.Gates == 0 {
		return
	}
	if c.close(); c.merged > 0 {
		s.Substitute(ctx)
	}
}

// CloseEqual calls Congruence if that merges at least one in equalShare of the variables, as in a
// comparison of two equal circuits. Otherwise it leaves the clauses and their order as they are. To
// find out, it first closes the gates without adding clauses; it misses gates in clauses with a
// false literal. Each of the two steps has the budget of ticks. CloseEqual sets Gates.
func (s *Simplifier) CloseEqual(ctx context.Context, ticks int64) {
	if !s.begin(ctx, ticks) {
		return
	}
	c := &closure{Simplifier: s, dryRun: true}
	c.findGates(false)
	if s.Gates = len(c.gates); equalShare*s.Gates < s.Vars {
		return
	}
	if c.close(); equalShare*c.merged >= s.Vars {
		s.Congruence(ctx, ticks)
	}
}

// A closure is the state of Congruence.
type closure struct {
	*Simplifier
	gates   []andGate
	inputs  []clause.Lit     // of all gates; see andGate
	classes Classes          // of merged literals
	uses    [][]int32        // indexed by variable: indices of gates with it as an input
	table   map[uint64]int32 // index of a gate by the hash of its inputs; see mergeEqual
	queue   []clause.Lit     // literals merged into others, where the gates with them as inputs must be rewritten
	merged  int              // number of merges
	dryRun  bool             // change no clauses, only count the merges
}

// close rewrites and merges the gates in c.gates until a fixed point, the end of the budget, or a
// refutation. It counts the merges in c.merged.
func (c *closure) close() {
	head := len(c.Trail)
	c.table = make(map[uint64]int32, len(c.gates))
	number := make([]int32, c.NumLits()/2) // indexed by variable: number of gates with it as an input
	for _, l := range c.inputs {
		number[l.Var()]++
	}
	c.classes, c.uses = NewClasses(c.NumLits()), clause.Lists[int32](number)
	for i := range c.gates {
		for _, l := range c.lits(&c.gates[i]) {
			c.uses[l.Var()] = append(c.uses[l.Var()], int32(i))
		}
	}
	c.rewriteAll(lists.From(int32(0), len(c.gates)))
	for !c.stops() {
		switch {
		case head < len(c.Trail):
			v := c.Trail[head].Var()
			head++
			c.rewriteAll(c.uses[v])
		case len(c.queue) > 0:
			v := c.queue[0].Var()
			c.queue = c.queue[1:]
			list, r := c.uses[v], c.classes.Find(clause.Positive(v)).Var()
			c.uses[r], c.uses[v] = append(c.uses[r], list...), nil // before rewriteAll, which may merge r, too
			c.rewriteAll(list)
		default:
			return
		}
	}
}

// rewriteAll rewrites the gates with the given indices, except removed ones, until c.stops returns
// true.
func (c *closure) rewriteAll(list []int32) {
	for _, i := range list {
		if c.stops() {
			return
		}
		if !c.gates[i].removed {
			c.rewrite(i)
		}
	}
}

// rewrite replaces the inputs of gate i by their representatives, sorts them, and drops true and
// repeated inputs. If the output is then true, false or equal to an input, or equal to the output
// of another gate, rewrite gives the output that value or merges it, and removes the gate; see
// mergeEqual.
func (c *closure) rewrite(i int32) {
	g := &c.gates[i]
	c.Stats.OwnTicks += 1 + int64(g.size)/8
	lits := c.lits(g)
	for i, l := range lits {
		lits[i] = c.classes.Find(l)
	}
	slices.Sort(lits)
	n := int32(0)
	for _, l := range lits {
		switch {
		case c.Value(l) > 0 || n > 0 && lits[n-1] == l:
		case c.Value(l) < 0 || n > 0 && lits[n-1] == l.Not():
			g.removed = true
			c.imply(c.classes.Find(g.output.Not()))
			return
		default:
			lits[n] = l
			n++
		}
	}
	g.size, g.removed = n, n < 2
	switch n {
	case 0:
		c.imply(c.classes.Find(g.output))
	case 1:
		c.merge(g.output, lits[0])
	default:
		c.mergeEqual(i)
	}
}

// mergeEqual looks in the table for another gate with the same inputs as gate i. The inputs are
// sorted. If it finds a gate, it merges the two outputs and removes gate i. Otherwise it enters
// gate i in the table.
func (c *closure) mergeEqual(i int32) {
	g := &c.gates[i]
	h := uint64(g.size) << 32 // a hash of the inputs; the size is above the bits of a literal
	for _, l := range c.lits(g) {
		h = (h ^ uint64(l)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	j, found := c.table[h]
	if !found || c.gates[j].removed || !slices.Equal(c.lits(&c.gates[j]), c.lits(g)) {
		c.table[h] = i
	} else if j != i {
		c.merge(g.output, c.gates[j].output)
		g.removed = true
	}
}

// lits returns the inputs of g.
func (c *closure) lits(g *andGate) []clause.Lit { return c.inputs[g.start : g.start+g.size] }

// merge makes a and b equivalent, which must follow from the clauses by unit propagation. It adds
// the two clauses for their representatives, merges their classes, puts the replaced representative
// into c.queue, and counts the merge. If a or b has a value, the other one gets it instead; if they
// are complements, the clauses are refuted. In a dry run, merge adds no clauses and changes no
// values.
func (c *closure) merge(a, b clause.Lit) {
	a, b = c.classes.Find(a), c.classes.Find(b)
	if a.Var() == b.Var() && (a == b || c.dryRun) {
		return
	}
	c.imply(a.Not(), b)
	c.imply(a, b.Not())
	if c.Unsat || c.Value(a) != 0 || c.Value(b) != 0 {
		return
	}
	if len(c.uses[a.Var()]) > len(c.uses[b.Var()]) {
		a, b = b, a
	}
	c.classes.Merge(b, a)
	c.queue = append(c.queue, a)
	c.merged++
}

// imply adds a clause of at most two literals that follows from the clauses by unit propagation,
// without false and repeated literals. A unit is propagated; without literals the clauses are
// refuted. In a dry run, or if a literal is true or the clauses are refuted, it does nothing. It
// may change lits.
func (c *closure) imply(lits ...clause.Lit) {
	if c.dryRun || c.Unsat || slices.ContainsFunc(lits, func(l clause.Lit) bool { return c.Value(l) > 0 }) {
		return
	}
	lits = slices.DeleteFunc(slices.Compact(lits), func(l clause.Lit) bool { return c.Value(l) < 0 })
	switch len(lits) {
	case 0:
		c.Refute()
	case 1:
		c.AddUnit(lits[0])
		c.PropagateUnits()
	default:
		c.ProveAdd(lits...)
		c.AddWatched(lits, 0)
		c.touch(lits...)
	}
}

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
