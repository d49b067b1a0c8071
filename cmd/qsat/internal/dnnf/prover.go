package dnnf

import (
	"slices"

	"queens/dimacs"
)

// A prover explains the results of unit propagation by the clauses that they follow from, in
// their order. The variables of its clauses are numbered by a clause.Numbering.
type prover struct {
	*dimacs.Propagator

	marks   []uint32 // by variable
	round   uint32
	pending int // marked literals of the levels that are explained
	from    int
	// What an explanation has found, for the time until the next one.
	steps []int32      // clauses
	used  []dimacs.Lit // assumed, or true at a lower level
	units []dimacs.Lit // true at level 0
}

func newProver(vars int) prover {
	return prover{Propagator: dimacs.NewPropagator(vars), marks: make([]uint32, vars+1)}
}

// explain begins an explanation by the levels from one on: need is called for true literals,
// and trace finds how they came about.
func (p *prover) explain(from int) {
	p.round++
	p.from, p.pending = from, 0
	p.steps, p.used, p.units = p.steps[:0], p.used[:0], p.units[:0]
}

func (p *prover) need(l dimacs.Lit) {
	v := l.Var()
	switch level := p.LevelOf(l); {
	case p.marks[v] == p.round:
		return
	case level == 0:
		p.units = append(p.units, l)
	case level < p.from:
		p.used = append(p.used, l)
	default:
		p.pending++
	}
	p.marks[v] = p.round
}

// needFalse needs the literals of a clause to be false, but for one.
func (p *prover) needFalse(n int, but dimacs.Lit) {
	for _, l := range p.Clause(n) {
		if l != but {
			p.need(l.Neg())
		}
	}
}

func (p *prover) trace() {
	trail := p.Trail()
	for i := len(trail) - 1; p.pending > 0; i-- {
		l := trail[i]
		if p.marks[l.Var()] != p.round {
			continue
		}
		p.pending--
		if r := p.Reason(l); r < 0 {
			p.used = append(p.used, l)
		} else {
			p.steps = append(p.steps, int32(r))
			p.needFalse(r, l)
		}
	}
	slices.Reverse(p.steps)
}

// refute propagates the negation of a clause at level 0, explains why that fails, and
// returns a clause that is false then, or -1, and those of the literals that were needed.
func (p *prover) refute(lits []dimacs.Lit) (conflict int, needed []dimacs.Lit) {
	conflict, implied := -1, dimacs.Lit(0)
	p.Begin()
	for _, l := range lits {
		if !p.Assume(l.Neg()) {
			if p.LevelOf(l) > 0 && p.Reason(l) >= 0 {
				conflict, implied = p.Reason(l), l
			}
			break
		}
		if conflict = p.Propagate(); conflict >= 0 {
			break
		}
	}
	if conflict >= 0 {
		p.explain(1)
		p.needFalse(conflict, implied)
		p.trace()
	}
	p.Backtrack(0)
	needed = negated(p.used)
	if implied != 0 {
		needed = append(needed, implied)
	}
	return conflict, needed
}

// negated returns the complements of lits.
func negated(lits []dimacs.Lit) []dimacs.Lit {
	list := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		list[i] = l.Neg()
	}
	return list
}
