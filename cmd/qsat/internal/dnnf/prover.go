package dnnf

import (
	"slices"

	"queens/dimacs"
)

// A prover propagates units and explains the result: it lists the clauses that a literal or
// conflict follows from, in the order of propagation. Its variables are numbered by a
// clause.Numbering.
type prover struct {
	*dimacs.Propagator

	marks   []uint32 // indexed by variable: the round that needed it last
	round   uint32
	pending int // marked literals whose reason was not traced yet
	from    int // the lowest level that is explained
	// The result of the last explanation:
	steps []int32      // clauses
	used  []dimacs.Lit // needed literals that are assumptions or true at a lower level
	units []dimacs.Lit // needed literals that are true at level 0
}

// explain starts an explanation of the levels from from upwards. Call need for the true
// literals to explain, then trace.
func (p *prover) explain(from int) {
	p.round++
	p.from, p.pending = from, 0
	p.steps, p.used, p.units = p.steps[:0], p.used[:0], p.units[:0]
}

// need marks a true literal as needed for the explanation.
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

// needFalse calls need for the complements of all literals of clause n except but.
func (p *prover) needFalse(n int, but dimacs.Lit) {
	for _, l := range p.Clause(n) {
		if l != but {
			p.need(l.Neg())
		}
	}
}

// trace follows the reasons of the needed literals back to assumptions and lower levels. It
// fills steps, used and units.
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

// refute assumes at level 0 that all literals of a clause are false, and propagates. It returns
// the violated clause and the literals of lits that the conflict needs, and leaves the
// explanation in p. If there is no conflict, or a literal is true at level 0, the violated
// clause is -1 and needed is meaningless.
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
	needed = dimacs.Negated(p.used)
	if implied != 0 {
		needed = append(needed, implied)
	}
	return conflict, needed
}
