package clause

import "iter"

// Unsatisfied yields, once the trail is propagated, the clauses that are not
// learned and not satisfied, without their false literals: those of two literals
// first. A slice is valid until the next one.
func (d *Database) Unsatisfied() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		var lits []Lit
		for l := range d.Watches {
			if d.Values[l] != 0 {
				continue
			}
			for _, w := range d.Watches[l] {
				if !w.IsBinary() || w.IsLearned() || w.Lit() < Lit(l) || d.Values[w.Lit()] != 0 {
					continue
				}
				if lits = append(lits[:0], Lit(l), w.Lit()); !yield(lits) {
					return
				}
			}
		}
		for _, c := range d.Clauses {
			if lits = d.unassigned(c, lits[:0]); lits != nil && !yield(lits) {
				return
			}
		}
	}
}

// unassigned appends the unassigned literals of a clause to lits, of which there
// are two at least. It returns nil for a clause that Unsatisfied leaves out.
func (d *Database) unassigned(c Ref, lits []Lit) []Lit {
	if d.Has(c, Garbage|Learned) {
		return nil
	}
	for _, l := range d.Lits(c) {
		switch d.Values[l] {
		case 1:
			return nil
		case 0:
			lits = append(lits, l)
		}
	}
	return lits
}

// Constrained marks the variables that are assigned or in an unsatisfied clause,
// by number, and returns how many they are.
func (d *Database) Constrained() (marks []bool, n int) {
	marks = make([]bool, d.Vars+1)
	for _, l := range d.Trail {
		marks[l.Var()] = true
	}
	for c := range d.Unsatisfied() {
		for _, l := range c {
			marks[l.Var()] = true
		}
	}
	for _, m := range marks {
		if m {
			n++
		}
	}
	return marks, n
}
