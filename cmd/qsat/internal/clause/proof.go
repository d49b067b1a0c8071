package clause

import (
	"queens/dimacs"
	"queens/dimacs/proof"
)

// A Proof accepts the lines of a DRAT proof.
type Proof = proof.Sink

// SetProof sets the proof to which all further changes are written; nil means no proof. It first
// writes the changes that Load made: clauses without their repeated literals, units that
// propagation derived, and the empty clause if the clauses are refuted. Other changes before the
// call are not written. The first error of p goes to Err. The database must be at level 0.
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

// ProveAdd writes a derived clause to the proof, if there is one. After the empty clause it writes
// nothing. It sets Err if that fails.
func (d *Database) ProveAdd(lits ...Lit) {
	if d.proof != nil {
		d.prove(d.proof.Add, lits)
	}
}

// ProveDelete writes the deletion of a clause to the proof, if there is one, like ProveAdd. It
// first writes the units that propagation at level 0 has derived, because the clause may have
// implied them.
func (d *Database) ProveDelete(lits ...Lit) {
	if d.proof != nil {
		d.logUnits()
		d.prove(d.proof.Delete, lits)
	}
}

// prove calls write, a method of the proof, with the names of lits, unless the clauses are refuted.
// If that fails and Err is nil, it stores the error in Err.
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

// logUnits writes to the proof, if there is one, the units that propagation at level 0 has derived
// since the last call, so that their reasons can be deleted.
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

// Refute sets Unsat and writes the empty clause to the proof, unless Unsat is set already. It must
// be called at level 0.
func (d *Database) Refute() {
	if !d.Unsat {
		d.ProveAdd()
		d.Unsat = true
	}
}

// AddUnit writes the unit l to the proof and makes l true without a reason, at the current level.
// It does not propagate. It is meant for units that do not follow by propagation. If l is false,
// AddUnit refutes the clauses; if l is true, it does nothing. The level must be 0, except if l is
// unassigned and the caller assigns it again after backtracking.
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
