package clause

// Unsatisfied yields, once the trail is propagated, the clauses that are not learned and
// not satisfied, without their false literals: those of two literals first. A slice is
// valid until the next one.
func (d *Database) Unsatisfied(yield func([]Lit) bool) {
	lits := make([]Lit, 2)
	for l := range d.Literals {
		for _, w := range d.watches[l] {
			if w.IsBinary() && !w.IsLearned() && l < w.Lit() && d.Values[l] == 0 && d.Values[w.Lit()] == 0 {
				if lits[0], lits[1] = l, w.Lit(); !yield(lits) {
					return
				}
			}
		}
	}
clauses:
	for c := range d.All {
		if d.Has(c, Learned) {
			continue
		}
		lits = lits[:0]
		for _, l := range d.Lits(c) {
			if d.Values[l] > 0 {
				continue clauses
			}
			if d.Values[l] == 0 {
				lits = append(lits, l)
			}
		}
		if !yield(lits) {
			return
		}
	}
}

// Constrained returns by variable whether it is assigned or in an unsatisfied
// clause.
func (d *Database) Constrained() []bool {
	constrained := make([]bool, d.Vars+1)
	for v := range constrained {
		constrained[v] = d.IsAssigned(uint32(v))
	}
	for c := range d.Unsatisfied {
		for _, l := range c {
			constrained[l.Var()] = true
		}
	}
	return constrained
}
