package clause

import "queens/cmd/qsat/internal/bitset"

// IsDirect reports whether the clauses look like the direct encoding of a constraint
// satisfaction problem: a clause of three or more literals lists the values of a variable,
// and a binary clause excludes a pair of values. It returns false if there is no clause of
// three or more literals, if both a literal and its complement occur in such clauses, or
// if a binary clause is an implication between two of their literals. Unlike choice.Is, it
// needs no minimum ratio of conflicts. It must be called before clauses are learned.
//
// Source: T. Walsh, "SAT v CSP", CP 2000, for the encoding.
func (d *Database) IsDirect() bool {
	values := bitset.New[Lit](d.NumLits())
	found := false // a clause of three or more literals
	for c := range d.All {
		found = true
		for _, l := range d.Lits(c) {
			if values.Add(l); values.Has(l.Not()) {
				return false
			}
		}
	}
	for c := range d.Unsatisfied {
		if len(c) == 2 && (values.Has(c[0]) && values.Has(c[1].Not()) || values.Has(c[1]) && values.Has(c[0].Not())) {
			return false
		}
	}
	return found
}
