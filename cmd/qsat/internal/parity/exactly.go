package parity

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Contradiction is one between sets of literals of which exactly one is true each, so that
// the number of the true ones is odd.
type Contradiction struct {
	*elimination
	sets [][]clause.Lit
	used []int32
}

// Contradict returns a contradiction between sets of unassigned literals of so many variables,
// no variable twice in one, as far as it can be found with so many steps, or nil.
func Contradict(ctx context.Context, sets [][]clause.Lit, vars, steps int) *Contradiction {
	equations := make([]equation, len(sets))
	for i, lits := range sets {
		e := &equations[i]
		e.vars, e.odd = variables(lits), true
		for _, l := range lits {
			e.odd = e.odd == (l.Sign() > 0)
		}
		slices.Sort(e.vars)
	}
	e := newElimination(equations, vars)
	if !e.run(ctx, steps) {
		return nil
	}
	return &Contradiction{e, sets, e.uses()}
}

// Needs reports whether it takes a set.
func (c *Contradiction) Needs(set int) bool { return c.used[set] > 0 }

// Lines returns about how many lines a proof takes.
func (c *Contradiction) Lines() int {
	n := 0
	for i, a := range c.additions {
		if c.used[c.first+i] > 0 {
			n += linesPerTerm * int(a.terms)
		}
	}
	return n
}

// linesPerTerm is how many lines a proof has for each variable of two equations that are added.
const linesPerTerm = 16

// Write writes the proof, after it was derived of each set that is needed that one is true,
// under the names of the variables, with new ones after the given.
func (c *Contradiction) Write(ctx context.Context, to engine.Proof, names []int32, last dimacs.Lit) error {
	p := newProof(to, c.elimination, names, int(last))
	return p.write(ctx, func(n int32) *chain { return p.exactlyOne(c.sets[n]) })
}

// exactlyOne returns the chain of the equation that exactly one of some literals is true,
// which clauses say. Where one is true, unit propagation falsifies the others, and so all sums
// before it; that is why some literal so far is true if one before it was.
func (p *proof) exactlyOne(lits []clause.Lit) *chain {
	lits = slices.SortedFunc(slices.Values(lits), func(k, l clause.Lit) int { return p.compare(k.Var(), l.Var()) })
	c := &chain{vars: variables(lits)}
	sum, sign := -truth, dimacs.Lit(1) // sum times sign: one of the literals so far is true
	var lemmas [][]dimacs.Lit
	for i, l := range lits {
		x, before, next, link := p.name(l.Var()), sum*sign, dimacs.Lit(0), (*relation)(nil)
		switch sign *= dimacs.Lit(l.Sign()); {
		case i == len(lits)-1:
			next = truth * sign
			link = p.derive(relate(sum, x, next), 0)
		case i == 0:
			next = x
		default:
			next, link = p.define(sum, x)
			lemmas = append(lemmas, []dimacs.Lit{next * sign, -before}, []dimacs.Lit{next * sign, -x * dimacs.Lit(l.Sign())})
			p.lemmas(p.to.Add, lemmas[len(lemmas)-2:])
		}
		c.append(next, link)
		sum = next
	}
	p.lemmas(p.to.Delete, lemmas)
	return c
}

// lemmas writes some clauses.
func (p *proof) lemmas(write func([]dimacs.Lit) error, list [][]dimacs.Lit) {
	for _, lits := range list {
		p.err = cmp.Or(p.err, write(lits))
	}
}
