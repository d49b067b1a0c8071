package clause

import "queens/dimacs"

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

// HasProof reports whether a proof is written.
func (d *Database) HasProof() bool { return d.proof != nil }

// ProveAdd writes that a clause was derived. Nothing follows the empty clause.
func (d *Database) ProveAdd(lits ...Lit) {
	if d.proof != nil && !d.Unsat {
		d.note(d.proof.Add(d.named(lits)))
	}
}

// ProveDelete writes that a clause is no longer used. Units that it may have
// implied are written before.
func (d *Database) ProveDelete(lits ...Lit) {
	if d.proof != nil && !d.Unsat {
		d.logUnits()
		d.note(d.proof.Delete(d.named(lits)))
	}
}

// note keeps the first error.
func (d *Database) note(err error) {
	if d.Err == nil {
		d.Err = err
	}
}

// named returns a clause in the variables of the formula, until the next call.
func (d *Database) named(lits []Lit) []dimacs.Lit {
	d.proved = d.proved[:0]
	for _, l := range lits {
		d.proved = append(d.proved, d.Name(l))
	}
	return d.proved
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
