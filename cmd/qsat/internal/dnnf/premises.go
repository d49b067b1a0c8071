package dnnf

import (
	"context"
	"slices"

	"queens/dimacs"
)

// The premises are the clauses that a proof may use: the clauses of the formula, the derived
// clauses, and the literals that are true at level 0. A derived clause, or the unit clause of a
// literal, is written when a proof uses it for the first time. The certificate is short because
// most derived clauses are never used.
type premises struct {
	prover
	cpogWriter
	ids     []uint32           // indexed by clause of the prover: its id in the certificate; 0 if not written yet
	derived map[int]derivation // the clauses of the prover that are not written yet
	unitIDs []uint32           // indexed by variable: the id of its unit clause; 0 if not written yet
}

// A derivation holds the hints by which a clause follows by unit propagation: first the
// literals that are true at level 0, then clauses of the prover.
type derivation struct {
	units []dimacs.Lit
	steps []int32
}

// load adds the clauses of the formula and the derived clauses to the prover. Of a derived clause, it adds only
// the literals that the derivation needs, and it ignores a clause that does not follow by unit propagation. It
// stops early if propagation finds a conflict. The error is from ctx.
func (p *premises) load(ctx context.Context, f *dimacs.Formula, derived [][]dimacs.Lit) error {
	for lits := range f.Clauses() {
		p.Add(p.locals(lits)...)
		p.ids = append(p.ids, uint32(len(p.ids)+1))
	}
	for _, lits := range derived {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if p.Propagate() >= 0 {
			break
		}
		if conflict, lits := p.refute(p.locals(lits)); conflict >= 0 {
			p.ids = append(p.ids, 0)
			p.derived[p.Add(lits...)] = derivation{slices.Clone(p.units), append(slices.Clone(p.steps), int32(conflict))}
		}
	}
	return nil
}

// local converts a literal of the formula to the numbering of the prover.
func (p *premises) local(l dimacs.Lit) dimacs.Lit { return p.Lit(l).Dimacs() }

func (p *premises) locals(lits []dimacs.Lit) []dimacs.Lit {
	list := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		list[i] = p.local(l)
	}
	return list
}

// id returns the id of clause n of the prover. It writes the clause if necessary.
func (p *premises) id(n int) uint32 {
	if p.ids[n] == 0 {
		d := p.derived[n]
		delete(p.derived, n)
		p.ids[n] = p.assert(p.Clause(n), p.write(d.units, d.steps))
	}
	return p.ids[n]
}

// unit returns the id of the unit clause of l, which must be true at level 0. It writes the
// clause if necessary.
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

// explained returns the last explanation of the prover as hints. The first len(p.units) hints
// are unit clauses.
func (p *premises) explained() []uint32 { return p.write(p.units, p.steps) }

// write returns the ids of the unit clauses of units and of the clauses in steps, in this
// order. It writes clauses that are not written yet.
func (p *premises) write(units []dimacs.Lit, steps []int32) []uint32 {
	hints := make([]uint32, 0, len(units)+len(steps)+4)
	for _, l := range units {
		hints = append(hints, p.unit(l))
	}
	for _, n := range steps {
		hints = append(hints, p.id(int(n)))
	}
	return hints
}
