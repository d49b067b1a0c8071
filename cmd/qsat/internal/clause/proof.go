package clause

import (
	"hash/maphash"
	"sync"

	"queens/dimacs"
)

// A Proof takes the lines of a DRAT proof.
type Proof = dimacs.Proof

// SetProof has all further changes written to a proof, which may be nil, and
// what Load has found already.
func (d *Database) SetProof(p Proof) {
	d.proof = p
	unsat := d.Unsat
	d.Unsat = false
	for _, c := range d.shortened {
		d.ProveAdd(c...)
	}
	d.logged = 0
	d.logUnits()
	if unsat {
		d.Refute()
	}
}

// ProveAdd writes that a clause was derived. Nothing follows the empty clause.
func (d *Database) ProveAdd(lits ...Lit) {
	if d.proof != nil {
		d.prove(d.proof.Add, lits)
	}
}

// proveDelete writes that a clause is no longer used. Units that it may have
// implied are written before.
func (d *Database) proveDelete(lits ...Lit) {
	if d.proof != nil {
		d.logUnits()
		d.prove(d.proof.Delete, lits)
	}
}

// ProveDelete writes that a clause is no longer used which is in the proof alone.
func (d *Database) ProveDelete(lits ...Lit) { d.proveDelete(lits...) }

// prove writes a line in the variables of the formula, and keeps the first error.
func (d *Database) prove(write func([]dimacs.Lit) error, lits []Lit) {
	if d.Unsat {
		return
	}
	d.proved = d.proved[:0]
	for _, l := range lits {
		d.proved = append(d.proved, d.Name(l))
	}
	if err := write(d.proved); d.Err == nil {
		d.Err = err
	}
}

// logUnits writes the units that propagation at level 0 has derived, so that
// their reasons may go.
func (d *Database) logUnits() {
	if d.proof == nil {
		return
	}
	end := d.NumFixed()
	for _, l := range d.Trail[d.logged:end] {
		if d.ReasonOf(l) != 0 {
			d.ProveAdd(l)
		}
	}
	d.logged = end
}

// Refute notes, at level 0, that the clauses have no model.
func (d *Database) Refute() {
	if !d.Unsat {
		d.ProveAdd()
		d.Unsat = true
	}
}

// AddUnit makes a literal true at level 0 that was derived by other means than
// unit propagation of the clauses that are there.
func (d *Database) AddUnit(l Lit) {
	switch d.Values[l] {
	case 0:
		d.ProveAdd(l)
		d.Assign(l, 0)
	case -1:
		d.ProveAdd(l)
		d.Refute()
	}
}

// A JointProof is a proof that several engines write, perhaps at the same time: a clause that one
// derives does no harm to the others. It drops the lines after the empty clause, such as deletions
// of an engine that learns only later that another one has refuted the formula.
type JointProof struct {
	to    Proof
	mu    sync.Mutex
	ended bool
}

// NewJointProof returns a proof that writes to another one.
func NewJointProof(to Proof) *JointProof { return &JointProof{to: to} }

// Add passes on a clause that was derived.
func (p *JointProof) Add(clause []dimacs.Lit) error { return p.write(p.to.Add, clause, true) }

// Delete passes on that a clause is no longer used.
func (p *JointProof) Delete(clause []dimacs.Lit) error { return p.write(p.to.Delete, clause, false) }

func (p *JointProof) write(line func([]dimacs.Lit) error, clause []dimacs.Lit, derived bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return nil
	}
	p.ended = derived && len(clause) == 0
	return line(clause)
}

// A ProofShare is what one of several writes of a proof: it leaves out the deletions
// of clauses that it did not add, which others may need.
type ProofShare struct {
	to    Proof
	added map[uint64]int // how many clauses there are, by a hash; at worst, one too many is deleted
	seed  maphash.Seed
}

// NewProofShare returns a share of a proof.
func NewProofShare(to Proof) *ProofShare {
	return &ProofShare{to: to, added: map[uint64]int{}, seed: maphash.MakeSeed()}
}

// Add passes on a clause that was derived.
func (p *ProofShare) Add(clause []dimacs.Lit) error {
	p.added[p.hash(clause)]++
	return p.to.Add(clause)
}

// Delete passes on that a clause is no longer used, if it was added.
func (p *ProofShare) Delete(clause []dimacs.Lit) error {
	h := p.hash(clause)
	if p.added[h] == 0 {
		return nil
	}
	if p.added[h]--; p.added[h] == 0 {
		delete(p.added, h)
	}
	return p.to.Delete(clause)
}

// hash returns the same number for any order of the literals.
func (p *ProofShare) hash(clause []dimacs.Lit) (h uint64) {
	for _, l := range clause {
		h += maphash.Comparable(p.seed, l)
	}
	return h
}
