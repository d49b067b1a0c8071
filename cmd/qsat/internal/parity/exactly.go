package parity

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Contradict returns a contradiction between sets of unassigned literals of so many variables,
// no variable twice in one, of each of which exactly one is true, so that their sum is 1. It is
// nil if none is found with so many steps.
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
	return contradict(ctx, equations, vars, steps)
}

// Write writes the proof of a contradiction between sets, after it was derived of each that is
// needed that one literal is true, under the names of the variables, with new ones after last.
func (c *Contradiction) Write(ctx context.Context, to engine.Proof, sets [][]clause.Lit, names []int32, last dimacs.Lit) error {
	p := newProof(to, c, names, int(last))
	return p.write(ctx, func(n int32) *chain { return p.exactlyOne(sets[c.index[n]]) })
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
