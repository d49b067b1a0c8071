package clause

import (
	"errors"
	"hash/maphash"

	"queens/dimacs"
)

// A Proof takes the clauses of a DRAT proof in the order of derivation. The
// clauses are the caller's again when a method returns.
type Proof interface {
	Add(clause []dimacs.Lit) error
	Delete(clause []dimacs.Lit) error
}

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

// ProveDelete writes that a clause is no longer used. Units that it may have
// implied are written before.
func (d *Database) ProveDelete(lits ...Lit) {
	if d.proof != nil {
		d.logUnits()
		d.prove(d.proof.Delete, lits)
	}
}

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
	end := len(d.Trail)
	if d.Level() > 0 {
		end = d.LevelStart(1)
	}
	for _, l := range d.Trail[d.logged:end] {
		if d.States[l>>1].Reason != 0 {
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

// ErrProofTooLong is the error of a ProofBuffer that has reached its limit.
var ErrProofTooLong = errors.New("the proof has become too long to be kept in memory")

// A ProofBuffer keeps the lines of a proof in memory that may turn out to prove
// nothing, until they are forwarded to another one.
type ProofBuffer struct {
	Limit int          // on the literals and lines
	lines []dimacs.Lit // of each its size, of a deletion the complement of that, and its literals
}

// Add keeps a clause that was derived. It returns ErrProofTooLong beyond the limit.
func (p *ProofBuffer) Add(clause []dimacs.Lit) error { return p.append(len(clause), clause) }

// Delete keeps that a clause is no longer used, as Add does.
func (p *ProofBuffer) Delete(clause []dimacs.Lit) error { return p.append(^len(clause), clause) }

func (p *ProofBuffer) append(size int, clause []dimacs.Lit) error {
	if len(p.lines)+len(clause) >= p.Limit {
		return ErrProofTooLong
	}
	p.lines = append(append(p.lines, dimacs.Lit(size)), clause...)
	return nil
}

// Forward writes all lines to another proof and returns its first error.
func (p *ProofBuffer) Forward(to Proof) error {
	for lines := p.lines; len(lines) > 0; {
		size, write := lines[0], to.Add
		if size < 0 {
			size, write = ^size, to.Delete
		}
		if err := write(lines[1 : 1+size]); err != nil {
			return err
		}
		lines = lines[1+size:]
	}
	return nil
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
