package simplify

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// A randomGate is a conjunction in a random circuit. Its output is a variable.
type randomGate struct {
	output dimacs.Lit
	inputs []dimacs.Lit
}

// A circuit is a formula to which gates are added.
type circuit struct {
	*rand.Rand
	clauses [][]dimacs.Lit
}

func (c *circuit) add(lits ...dimacs.Lit) { c.clauses = append(c.clauses, lits) }

// formula returns the clauses in a random order, with their literals in a random order.
func (c *circuit) formula() *dimacs.Formula {
	f := &dimacs.Formula{}
	for _, i := range c.Perm(len(c.clauses)) {
		lits := slices.Clone(c.clauses[i])
		c.Shuffle(len(lits), func(i, j int) { lits[i], lits[j] = lits[j], lits[i] })
		f.Add(lits...)
	}
	return f
}

// sign returns l or its complement, at random.
func (c *circuit) sign(l dimacs.Lit) dimacs.Lit { return l * dimacs.Lit(1-2*c.IntN(2)) }

// gate returns a random gate with the given output, in either sign, whose inputs are
// different variables up to variables.
func (c *circuit) gate(output, variables dimacs.Lit) randomGate {
	g := randomGate{output: c.sign(output)}
	for _, v := range c.Perm(int(variables))[:2+c.IntN(3)] {
		g.inputs = append(g.inputs, c.sign(dimacs.Lit(v+1)))
	}
	return g
}

// encode adds the clauses of a gate.
func (c *circuit) encode(g randomGate) {
	long := []dimacs.Lit{g.output}
	for _, l := range g.inputs {
		c.add(-g.output, l)
		long = append(long, -l)
	}
	c.add(long...)
}

// copyOf returns a copy of g whose literals are renamed by lit, with the inputs in another order.
func (c *circuit) copyOf(g randomGate, lit func(dimacs.Lit) dimacs.Lit) randomGate {
	n := randomGate{output: lit(g.output)}
	for _, i := range c.Perm(len(g.inputs)) {
		n.inputs = append(n.inputs, lit(g.inputs[i]))
	}
	return n
}

// smallCircuit returns up to 7 gates over 3 inputs, with units and equivalences. The
// inputs of a gate may have the same variable, its own output or later outputs among them.
// Two gates may have the same inputs and even the same output.
func (c *circuit) smallCircuit() *dimacs.Formula {
	const inputs, gates = 3, 7
	var all []randomGate
	for v := dimacs.Lit(inputs + 1); v <= inputs+gates; v++ {
		g := c.gate(v, max(v-1, 4))
		for i := range g.inputs {
			if c.IntN(5) == 0 {
				g.inputs[i] = c.sign(dimacs.Lit(1 + c.IntN(inputs+gates)))
			}
		}
		if len(all) > 0 && c.IntN(2) == 0 {
			g = c.copyOf(all[c.IntN(len(all))], func(l dimacs.Lit) dimacs.Lit { return l })
			if g.output = c.sign(v); c.IntN(8) == 0 {
				g.output = c.sign(v - 1)
			}
		}
		c.encode(g)
		all = append(all, g)
	}
	for range c.IntN(3) {
		x, y := c.sign(dimacs.Lit(1+c.IntN(inputs+gates))), c.sign(dimacs.Lit(1+c.IntN(inputs+gates)))
		if c.IntN(3) == 0 {
			c.add(x)
		} else {
			c.add(x, -y)
			c.add(-x, y)
		}
	}
	return c.formula()
}

// TestNearlyGates checks that two equal gates are merged, but not if a clause of one is
// missing or has a literal of another sign.
func TestNearlyGates(t *testing.T) {
	for seed := range seeds(200) {
		c := &circuit{Rand: rand.New(rand.NewPCG(seed, 7))}
		g := c.gate(5, 4)
		c.encode(g)
		first := len(c.clauses)
		g = c.copyOf(g, func(l dimacs.Lit) dimacs.Lit { return l })
		g.output = c.sign(6)
		c.encode(g)
		for _, row := range []struct {
			name string
			do   func(at int)
			want int64
		}{
			{"whole", func(int) {}, 1},
			{"sign", func(at int) { lits := c.clauses[at]; lits[seed%uint64(len(lits))] *= -1 }, 0},
			{"missing", func(at int) { c.clauses = slices.Delete(c.clauses, at, at+1) }, 0},
		} {
			row.do(first + c.IntN(len(c.clauses)-first))
			b := newBench(t, c.formula(), seed)
			b.s.Congruence(b.ctx, 1<<30)
			b.check()
			if got := b.s.Stats.Substituted; got != row.want {
				t.Errorf("seed %d, %s: %d substituted, want %d", seed, row.name, got, row.want)
			}
			long := 0
			for c, n := range b.proof.remaining {
				if strings.Count(c, " ") > 1 {
					long += n
				}
			}
			if n, _ := b.d.NumLong(); n != long {
				t.Errorf("seed %d, %s: the proof has %d longer clauses, want %d", seed, row.name, long, n)
			}
		}
	}
}
