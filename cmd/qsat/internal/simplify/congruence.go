package simplify

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

const (
	noGate   = iota
	andGate        // the output is the conjunction of the inputs
	xorGate        // the output is the parity of the inputs, which are positive
	ifGate         // the inputs are t, e and c; the output is: if c then t else e
	maxInput = 100 // largest number of literals in the long clause of a conjunction
)

// A circuitGate is a gate. Its inputs are closure.inputs[start:start+size]. The original
// inputs whose values unit propagation needs to fix the output are
// closure.inputs[split:end]; they are empty for a conjunction.
type circuitGate struct {
	kind       uint8
	size       int32
	start      int32
	split, end int32
	output     clause.Lit
}

// Congruence merges the outputs of gates of the same kind with equal inputs, and
// substitutes one for the other in all clauses. It compares gates again with the
// substituted inputs until no outputs are left to merge. Clauses that were learned define
// no gates. If ticks is 0 it does nothing.
//
// Source: A. Biere, K. Fazekas, M. Fleury and N. Froleyks, "Clausal Congruence
// Closure", SAT 2024.
func (s *Simplifier) Congruence(ctx context.Context, ticks int64) {
	if ticks == 0 || !s.begin(ctx, ticks) {
		return
	}
	c := &closure{Simplifier: s, table: map[uint64]int32{}}
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
	if c.close(); c.merged {
		s.Substitute(ctx)
	}
}

// A closure is the state of Congruence.
type closure struct {
	*Simplifier
	gates   []circuitGate
	inputs  []clause.Lit
	classes Classes
	uses    [][]int32        // indexed by variable: indices of gates with it as an input
	table   map[uint64]int32 // index of a gate by its hash
	queue   []clause.Lit     // merged literals whose gates must be rewritten
	merged  bool
}

// addGate appends a gate. The literals splits are the inputs to split on; see circuitGate.
func (c *closure) addGate(kind uint8, output clause.Lit, splits []clause.Lit, inputs ...clause.Lit) {
	start, split := len(c.inputs), len(c.inputs)+len(inputs)
	c.inputs = append(append(c.inputs, inputs...), splits...)
	c.gates = append(c.gates, circuitGate{kind, int32(len(inputs)), int32(start), int32(split), int32(len(c.inputs)), output})
	c.Stats.Ticks += 1 + int64(len(inputs))
}

// close rewrites and merges gates until a fixed point, the end of the budget, or a
// refutation.
func (c *closure) close() {
	head := len(c.Trail)
	c.classes, c.uses = NewClasses(c.NumLits()), make([][]int32, c.NumLits()/2)
	for i := range c.gates {
		for _, l := range c.lits(&c.gates[i]) {
			c.uses[l.Var()] = append(c.uses[l.Var()], int32(i))
		}
	}
	for i := range c.gates {
		if c.stops() {
			return
		}
		c.rewriteGate(int32(i))
	}
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

// rewriteAll rewrites the gates with the given indices.
func (c *closure) rewriteAll(list []int32) {
	for _, g := range list {
		if c.stops() {
			return
		}
		c.rewriteGate(g)
	}
}

// rewriteGate replaces the inputs of gate i by their representatives and values, which may
// change the kind of the gate. If an equal gate exists, it merges the outputs. If the new
// inputs make the output equal to one input or give it a value, it merges or fixes the
// output and removes the gate.
func (c *closure) rewriteGate(i int32) {
	g := &c.gates[i]
	if g.kind == ifGate {
		c.rewriteIf(g)
	}
	c.Stats.Ticks += 1 + int64(g.size)/8
	switch g.kind {
	case andGate:
		c.rewriteAnd(g)
	case xorGate:
		c.rewriteXor(g)
	}
	if g.kind == noGate || c.Unsat {
		return
	}
	h := c.hashGate(g)
	j, found := c.table[h]
	if !found || c.gates[j].kind != g.kind || !slices.Equal(c.lits(&c.gates[j]), c.lits(g)) {
		c.table[h] = i
	} else if j != i {
		c.merge(g.output, c.gates[j].output, g, &c.gates[j])
		g.kind = noGate
	}
}

// lits returns the inputs of g.
func (c *closure) lits(g *circuitGate) []clause.Lit { return c.inputs[g.start : g.start+g.size] }

// hashGate returns a hash of the kind and the inputs.
func (c *closure) hashGate(g *circuitGate) uint64 {
	h := uint64(g.kind)<<40 | uint64(g.size)<<32 // above the bits of a literal
	for _, l := range c.lits(g) {
		h = (h ^ uint64(l)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// rewriteAnd rewrites a conjunction: it drops true and repeated inputs, and makes the
// output false if an input is false or two are complementary.
func (c *closure) rewriteAnd(g *circuitGate) {
	lits := c.lits(g)
	for i, l := range lits {
		lits[i] = c.classes.Find(l)
	}
	slices.Sort(lits)
	n := 0
	for _, l := range lits {
		switch {
		case c.Value(l) > 0 || n > 0 && lits[n-1] == l:
		case c.Value(l) < 0 || n > 0 && lits[n-1] == l.Not():
			c.fix(g.output.Not(), g)
			g.kind = noGate
			return
		default:
			lits[n] = l
			n++
		}
	}
	g.size = int32(n)
	c.settle(g, 1)
}

// rewriteXor rewrites a parity: true inputs and signs negate the output, false inputs are
// dropped, and equal inputs cancel out.
func (c *closure) rewriteXor(g *circuitGate) {
	lits := c.lits(g)
	for i, l := range lits {
		l = c.classes.Find(l)
		if l.Sign() < 0 {
			g.output = g.output.Not()
		}
		lits[i] = clause.Positive(l.Var())
	}
	slices.Sort(lits)
	n := 0
	for _, l := range lits {
		switch {
		case c.Value(l) > 0:
			g.output = g.output.Not()
		case c.Value(l) < 0:
		case n > 0 && lits[n-1] == l: // a pair cancels out
			n--
		default:
			lits[n] = l
			n++
		}
	}
	g.size = int32(n)
	c.settle(g, -1)
}

// settle removes a gate of fewer than two inputs. Without inputs its output is true if
// sign is 1, as for a conjunction, and false if sign is -1, as for a parity. With one
// input the output equals the input.
func (c *closure) settle(g *circuitGate, sign int8) {
	switch g.size {
	case 0:
		l := g.output
		if sign < 0 {
			l = l.Not()
		}
		c.fix(l, g)
	case 1:
		c.merge(g.output, c.inputs[g.start], g, g)
	default:
		return
	}
	g.kind = noGate
}

// rewriteIf turns an if-then-else into a conjunction or a parity, or merges its output, if
// an input has a value or if two inputs have the same variable. Otherwise it normalises
// the signs: c and t become positive.
func (c *closure) rewriteIf(g *circuitGate) {
	lits := c.lits(g)
	for i, l := range lits {
		lits[i] = c.classes.Find(l)
	}
	if lits[2].Sign() < 0 {
		lits[0], lits[1], lits[2] = lits[1], lits[0], lits[2].Not()
	}
	t, e, i := lits[0], lits[1], lits[2]
	become := func(kind uint8, output, a, b clause.Lit) {
		g.kind, g.output, g.size, lits[0], lits[1] = kind, output, 2, a, b
	}
	switch {
	case c.Value(i) > 0 || t == e:
		c.merge(g.output, t, g, g)
		g.kind = noGate
	case c.Value(i) < 0:
		c.merge(g.output, e, g, g)
		g.kind = noGate
	case c.Value(t) > 0 || t == i:
		become(andGate, g.output.Not(), i.Not(), e.Not())
	case c.Value(t) < 0 || t == i.Not():
		become(andGate, g.output, i.Not(), e)
	case c.Value(e) > 0 || e == i.Not():
		become(andGate, g.output.Not(), i, t.Not())
	case c.Value(e) < 0 || e == i:
		become(andGate, g.output, i, t)
	case t == e.Not():
		become(xorGate, g.output, i, e)
	case t.Sign() < 0:
		lits[0], lits[1], g.output = t.Not(), e.Not(), g.output.Not()
	}
}

// fix makes l true. Gate g must imply l.
func (c *closure) fix(l clause.Lit, g *circuitGate) { c.imply(g, g, c.classes.Find(l)) }

// merge makes a and b equivalent. This must follow from the gates g and h, which may be the
// same. If a or b has a value, the other one gets it instead.
func (c *closure) merge(a, b clause.Lit, g, h *circuitGate) {
	a, b = c.classes.Find(a), c.classes.Find(b)
	if a == b {
		return
	}
	c.imply(g, h, a.Not(), b)
	c.imply(g, h, a, b.Not())
	if c.Unsat || c.Value(a) != 0 || c.Value(b) != 0 {
		return
	}
	if len(c.uses[a.Var()]) > len(c.uses[b.Var()]) {
		a, b = b, a
	}
	c.classes.Merge(b, a)
	c.queue = append(c.queue, a)
	c.merged = true
}

// imply adds a clause of at most two literals that follows from the gates g and h. Unit
// propagation derives the clause as soon as the literals to split on have values. The
// proof contains the steps until the clause is derived.
func (c *closure) imply(g, h *circuitGate, lits ...clause.Lit) {
	if c.Unsat || slices.ContainsFunc(lits, func(l clause.Lit) bool { return c.Value(l) > 0 }) {
		return
	}
	lits = slices.DeleteFunc(slices.Compact(lits), func(l clause.Lit) bool { return c.Value(l) < 0 })
	steps := c.prove(lits, c.splits(g, h, lits))
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
	for _, step := range steps {
		c.ProveDelete(step...)
	}
}

// splits returns the unassigned variables to split on for the gates g and h, except
// variables of lits.
func (c *closure) splits(g, h *circuitGate, lits []clause.Lit) (splits []clause.Lit) {
	c.mark(lits)
	for _, l := range slices.Concat(c.inputs[g.split:g.end], c.inputs[h.split:h.end]) {
		l = clause.Positive(c.classes.Find(l).Var())
		if c.Value(l) == 0 && c.marks[l] != c.round && c.marks[l.Not()] != c.round {
			c.marks[l] = c.round
			splits = append(splits, l)
		}
	}
	return splits
}

// prove derives lits by cases in the proof. For each assignment of the split variables it
// adds lits with the falsified split literals: first for all variables, then without the
// last one, and so on down to one variable. It returns the added clauses. For the splits x
// and y, the clauses are lits with x y, -x y, x -y, -x -y, then with x and -x.
func (c *closure) prove(lits, splits []clause.Lit) (steps [][]clause.Lit) {
	for n := len(splits); n > 0; n-- {
		for signs := range 1 << n {
			step := slices.Clone(lits)
			for i, l := range splits[:n] {
				step = append(step, l^clause.Lit(signs>>i&1))
			}
			c.ProveAdd(step...)
			steps = append(steps, step)
		}
	}
	c.Stats.Ticks += int64(len(steps))
	return steps
}
