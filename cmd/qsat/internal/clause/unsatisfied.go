package clause

// Unsatisfied yields each clause that is neither learned nor satisfied, without its false literals.
// Clauses in the watch lists, which are binary, come first. The trail must be propagated, and
// clauses must not be connected. The slice is valid until the next iteration.
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

// Constrained returns a slice indexed by variable, which holds true if the variable is assigned or
// occurs in an unsatisfied clause that was not learned. The conditions of Unsatisfied apply.
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
