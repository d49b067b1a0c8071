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

// Constrained marks the variables that are assigned or in an unsatisfied clause,
// by number, and returns how many they are.
func (d *Database) Constrained() (marks []bool, n int) {
	marks = make([]bool, d.Vars+1)
	mark := func(lits []Lit) {
		for _, l := range lits {
			if !marks[l.Var()] {
				marks[l.Var()] = true
				n++
			}
		}
	}
	mark(d.Trail)
	for c := range d.Unsatisfied() {
		mark(c)
	}
	return marks, n
}
