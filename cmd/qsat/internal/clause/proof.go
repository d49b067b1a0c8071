package clause

import "queens/dimacs"

// A Proof accepts the lines of a DRAT proof.
type Proof = dimacs.Proof

// SetProof sets the proof to which all further changes are written; nil means no proof. It
// first writes the changes that Load made: shortened clauses, units and the empty clause.
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

// ProveAdd writes a derived clause to the proof. After the empty clause it writes nothing.
func (d *Database) ProveAdd(lits ...Lit) {
	if d.proof != nil {
		d.prove(d.proof.Add, lits)
	}
}

// ProveDelete writes the deletion of a clause to the proof. It first writes the units of
// level 0, because the clause may have implied them.
func (d *Database) ProveDelete(lits ...Lit) {
	if d.proof != nil {
		d.logUnits()
		d.prove(d.proof.Delete, lits)
	}
}

// prove writes a line with the names of the variables, unless the clauses are refuted. It
// stores the first error in Err.
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

// logUnits writes the units that propagation at level 0 has derived, so that their reasons
// can be deleted.
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

// Refute sets Unsat and writes the empty clause to the proof. It must be called at level
// 0.
func (d *Database) Refute() {
	if !d.Unsat {
		d.ProveAdd()
		d.Unsat = true
	}
}

// AddUnit makes l true at level 0 and writes the unit to the proof. It is meant for units
// that do not follow by propagation. If l is false, AddUnit refutes the clauses; if l is
// true, it does nothing.
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
