package clause

// AddBinary adds a clause of two literals that may be there already.
func (d *Database) AddBinary(a, b Lit, learned bool) { d.addBinary(a, b, learned) }
