package optima

import "queens/dimacs"

// An objective is the cost of a WCNF as a sum over literals: constant plus the weights of the
// true literals. Its clauses make a literal true if the soft clauses that it stands for are
// violated.
type objective struct {
	constant int64
	lits     []dimacs.Lit // in the order of the first soft clause, without repetitions and complements
	weights  map[dimacs.Lit]int64
	clauses  [][]dimacs.Lit // define the literals of soft clauses that are no units
	vars     int            // number of variables of the formula and the clauses
}

// newObjective returns the objective of f. The weights of soft clauses with the same literals add
// up if they are units. Of two complements, one is always violated.
func newObjective(f *dimacs.Formula) *objective {
	o := &objective{weights: map[dimacs.Lit]int64{}, vars: f.Vars}
	var lits []dimacs.Lit
	for _, c := range f.Soft {
		l := dimacs.Lit(0)
		switch {
		case len(c.Lits) == 0:
			o.constant += c.Weight
			continue
		case len(c.Lits) == 1:
			l = c.Lits[0].Neg()
		case isTautology(c.Lits):
			continue
		default:
			o.vars++
			l = dimacs.Lit(o.vars)
			o.clauses = append(o.clauses, append([]dimacs.Lit{l}, c.Lits...))
		}
		if _, known := o.weights[l]; !known {
			lits = append(lits, l)
		}
		o.weights[l] += c.Weight
	}
	for _, l := range lits {
		if both := min(o.weights[l], o.weights[-l]); both > 0 {
			o.constant += both
			o.weights[l] -= both
			o.weights[-l] -= both
		}
	}
	for _, l := range lits {
		if o.weights[l] > 0 {
			o.lits = append(o.lits, l)
		}
	}
	return o
}

func isTautology(clause []dimacs.Lit) bool {
	seen := make(map[dimacs.Lit]bool, len(clause))
	for _, l := range clause {
		if seen[l] = true; seen[-l] {
			return true
		}
	}
	return false
}
