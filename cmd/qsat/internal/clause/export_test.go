package clause

// AddBinary adds a clause of two literals that may be there already.
func (d *Database) AddBinary(a, b Lit, learned bool) { d.addBinary(a, b, learned) }

// NoteUses notes that analysis has used a clause so many times.
func (d *Database) NoteUses(c Ref, times int) {
	a := NewAnalysis(d)
	for range times {
		a.use(LongReason(c))
	}
}
