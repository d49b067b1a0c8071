package dnnf

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// The premises are the clauses that a proof may use: the clauses of the formula, the clauses
// that the count derived from them, and the literals that are true at level 0. A derived
// clause is written when a proof uses it for the first time, and so is the unit clause of a
// literal. The certificate is short because most derived clauses are never used.
type premises struct {
	prover
	cpogWriter
	ids     []uint32          // indexed by clause of the prover: its id in the certificate, 0 if it is not written yet
	derived map[int32][]int32 // for each clause that is not written yet: its hints, each a clause of the prover, or -1-l for a literal l of level 0
	unitIDs []uint32          // indexed by variable: the id of its unit clause, 0 if that is not written yet
}

// load adds the clauses of the formula and the derived clauses to the prover.
func (p *premises) load(ctx context.Context, f *dimacs.Formula, derived [][]dimacs.Lit) error {
	id := uint32(0)
	for lits := range f.Clauses() {
		if id++; p.refuted == none {
			if lits := p.distinct(lits); lits != nil {
				p.ids = append(p.ids, id)
				p.add(lits)
			}
		}
	}
	p.propagateUnits()
	for _, lits := range derived {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if p.refuted != none {
			break
		}
		if own := p.distinct(lits); own != nil {
			p.loadDerived(own)
		}
	}
	return nil
}

// loadDerived adds a clause that follows from the clauses of the prover by unit propagation,
// without the literals that are not needed for that. It ignores other clauses.
func (p *premises) loadDerived(lits []clause.Lit) {
	conflict, lits := p.refute(lits)
	if conflict == none {
		return
	}
	hints := make([]int32, 0, len(p.units)+len(p.steps)+1)
	for _, l := range p.units {
		hints = append(hints, -1-int32(l))
	}
	hints = append(append(hints, p.steps...), conflict)
	p.ids = append(p.ids, 0)
	p.derived[p.add(lits)] = hints
	p.propagateUnits()
}

// propagateUnits propagates at level 0.
func (p *premises) propagateUnits() {
	if conflict := p.propagate(); p.refuted == none {
		p.refuted = conflict
	}
}

// distinct returns the literals of a clause, each once, or nil for a tautology.
func (p *premises) distinct(lits []dimacs.Lit) []clause.Lit {
	own := make([]clause.Lit, 0, len(lits))
	for _, l := range lits {
		k := p.Lit(l)
		if slices.Contains(own, k.Not()) {
			return nil
		}
		if !slices.Contains(own, k) {
			own = append(own, k)
		}
	}
	return own
}

// id returns the id of a clause of the prover. It writes the clause if necessary.
func (p *premises) id(i int32) uint32 {
	if p.ids[i] == 0 {
		by := p.derived[i]
		delete(p.derived, i)
		hints := make([]uint32, len(by))
		for k, x := range by {
			if x < 0 {
				hints[k] = p.unit(clause.Lit(-1 - x))
			} else {
				hints[k] = p.id(x)
			}
		}
		p.ids[i] = p.assert(p.clause(i), hints)
	}
	return p.ids[i]
}

// unit returns the id of the unit clause of a literal that is true at level 0. It writes the
// clause if necessary.
func (p *premises) unit(l clause.Lit) uint32 {
	v := l.Var()
	if p.unitIDs[v] == 0 {
		r := p.reasons[v]
		var hints []uint32
		for _, k := range p.clause(r) {
			if k != l {
				hints = append(hints, p.unit(k.Not()))
			}
		}
		id := p.id(r)
		if len(hints) > 0 {
			id = p.assert([]clause.Lit{l}, append(hints, id))
		}
		p.unitIDs[v] = id
	}
	return p.unitIDs[v]
}

// explained returns the last explanation of the prover as hints. The first len(p.units) hints
// are unit clauses.
func (p *premises) explained() []uint32 {
	hints := make([]uint32, 0, len(p.units)+len(p.steps)+4)
	for _, l := range p.units {
		hints = append(hints, p.unit(l))
	}
	for _, i := range p.steps {
		hints = append(hints, p.id(i))
	}
	return hints
}

// negated returns the complements of lits.
func negated(lits []clause.Lit) []clause.Lit {
	list := make([]clause.Lit, len(lits))
	for i, l := range lits {
		list[i] = l.Not()
	}
	return list
}
