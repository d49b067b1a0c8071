package clause

import "iter"

// Unsatisfied yields, once the trail is propagated, the clauses that are not
// learned and not satisfied, without their false literals: those of two literals
// first. A slice is valid until the next one.
func (d *Database) Unsatisfied() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		lits := make([]Lit, 2)
		for l, list := range d.Watches {
			for _, w := range list {
				if w.IsBinary() && !w.IsLearned() && Lit(l) < w.Lit() && d.Values[l] == 0 && d.Values[w.Lit()] == 0 {
					if lits[0], lits[1] = Lit(l), w.Lit(); !yield(lits) {
						return
					}
				}
			}
		}
	clauses:
		for _, c := range d.Clauses {
			if d.Has(c, Garbage|Learned) {
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
}

// Constrained returns by variable whether it is assigned or in an unsatisfied
// clause.
func (d *Database) Constrained() []bool {
	constrained := make([]bool, d.Vars+1)
	for v := range constrained {
		constrained[v] = d.Values[Positive(v)] != 0
	}
	for c := range d.Unsatisfied() {
		for _, l := range c {
			constrained[l.Var()] = true
		}
	}
	return constrained
}
