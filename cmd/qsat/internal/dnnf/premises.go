package dnnf

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// The premises are the clauses that a proof may use: the clauses of the formula, the derived
// clauses, and the literals that are true at level 0. A derived clause, or the unit clause of a
// literal, is written when a proof uses it for the first time. The certificate is short because
// most derived clauses are never used.
type premises struct {
	prover
	cpogWriter
	ids     []uint32           // indexed by clause of the prover: its id in the certificate; 0 if not written yet
	derived map[int]derivation // indexed by clause of the prover: how it follows; only for clauses not written yet
	unitIDs []uint32           // indexed by variable: the id of its unit clause; 0 if not written yet
}

// A derivation holds the hints by which a clause follows by unit propagation: first literals that
// are true at level 0, then clauses of the prover.
type derivation struct {
	units []dimacs.Lit
	steps []int32
}

// load adds the clauses of f and the derived clauses to the prover. Of a derived clause, it adds
// only the literals that the derivation needs. It ignores a clause for which refute finds no
// conflict. It stops early if propagation finds a conflict. The error is the cause if ctx has ended.
func (p *premises) load(ctx context.Context, f *dimacs.Formula, derived [][]dimacs.Lit) error {
	for lits := range f.Clauses() {
		p.Add(lists.Map(lits, p.local)...)
		p.ids = append(p.ids, uint32(len(p.ids)+1))
	}
	for _, lits := range derived {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if p.Propagate() >= 0 {
			break
		}
		if conflict, lits := p.refute(lists.Map(lits, p.local)); conflict >= 0 {
			p.ids = append(p.ids, 0)
			p.derived[p.Add(lits...)] = derivation{slices.Clone(p.units), append(slices.Clone(p.steps), int32(conflict))}
		}
	}
	return nil
}

// local converts a literal of the formula to the numbering of the prover.
func (p *premises) local(l dimacs.Lit) dimacs.Lit { return p.Lit(l).Dimacs() }

// id returns the id of clause n of the prover in the certificate. If the clause is not written yet,
// id writes it, after the clauses of its derivation.
func (p *premises) id(n int) uint32 {
	if p.ids[n] == 0 {
		d := p.derived[n]
		delete(p.derived, n)
		p.ids[n] = p.assert(p.Clause(n), p.write(d.units, d.steps))
	}
	return p.ids[n]
}

// unit returns the id of the unit clause of l, which must be true at level 0. If the clause is not
// written yet, unit writes it, after the clauses from which it follows.
func (p *premises) unit(l dimacs.Lit) uint32 {
	v := l.Var()
	if p.unitIDs[v] == 0 {
		r := p.Reason(l)
		var hints []uint32
		for _, k := range p.Clause(r) {
			if k != l {
				hints = append(hints, p.unit(k.Neg()))
			}
		}
		id := p.id(r)
		if len(hints) > 0 {
			id = p.assert([]dimacs.Lit{l}, append(hints, id))
		}
		p.unitIDs[v] = id
	}
	return p.unitIDs[v]
}

// explained returns the last explanation of the prover as hints, and writes the clauses that are
// not written yet. The first len(p.units) hints are unit clauses.
func (p *premises) explained() []uint32 { return p.write(p.units, p.steps) }

// write returns the ids of the unit clauses of units and of the clauses in steps, in this
// order. It writes clauses that are not written yet.
func (p *premises) write(units []dimacs.Lit, steps []int32) []uint32 {
	return append(lists.Map(units, p.unit), lists.Map(steps, func(n int32) uint32 { return p.id(int(n)) })...)
}

// A prover propagates units and explains the result: it lists the clauses that a literal or
// conflict follows from, in the order of propagation. Its variables are numbered by a
// clause.Numbering.
type prover struct {
	*propagate.Propagator

	marks   []uint32 // indexed by variable: the round that needed it last
	round   uint32   // the number of explanations
	pending int      // the number of needed literals whose reason was not traced yet
	from    int      // the lowest level that is explained
	// The result of the last explanation:
	steps []int32      // clauses of the prover, in the order of propagation
	used  []dimacs.Lit // needed literals that are assumptions or true at a lower level
	units []dimacs.Lit // needed literals that are true at level 0
}

// explain starts an explanation of literals that are true at the level from or above. Call need for
// each of these literals, or needFalse, and then trace.
func (p *prover) explain(from int) {
	p.round++
	p.from, p.pending = from, 0
	p.steps, p.used, p.units = p.steps[:0], p.used[:0], p.units[:0]
}

// need marks a true literal as needed for the explanation, unless it is marked already. At level 0,
// it adds the literal to units. At another level below from, it adds it to used. Otherwise it counts
// it in pending, for trace.
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

// needFalse calls need for the complements of all literals of clause n of the prover except but;
// 0 means no exception.
func (p *prover) needFalse(n int, but dimacs.Lit) {
	for _, l := range p.Clause(n) {
		if l != but {
			p.need(l.Neg())
		}
	}
}

// trace follows the reasons of the needed literals back to assumptions and levels below from. It
// completes steps, used and units.
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

// refute assumes that all literals of a clause are false, and propagates. It must be called at level
// 0 and returns at level 0. The result conflict is the clause of the prover that is violated, or the
// reason of a literal of lits that becomes true. The result needed holds the literals of lits that
// the conflict needs; they form a clause that follows. The explanation is left in p. If there is no
// conflict before the end of lits, or before a literal that is true at level 0 or is the complement
// of an earlier one, conflict is -1 and needed is meaningless.
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
