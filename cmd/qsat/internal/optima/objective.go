package optima

import (
	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// An objective expresses the cost of a model by literals: it is constant plus the weights of the true
// literals. A literal is true if its soft clauses are violated. The clauses enforce this for soft
// clauses that are not units.
type objective struct {
	constant int64
	lits     []dimacs.Lit         // in the order of their first soft clauses; no two are equal or complements
	weights  map[dimacs.Lit]int64 // indexed by literal
	clauses  [][]dimacs.Lit       // one for each soft clause that is not a unit, a tautology or empty
	vars     int                  // the number of variables of the formula and of clauses
}

// newObjective returns the objective of f. If several soft unit clauses are equal, their weights add
// up. If both l and -l are soft units, one of them is always violated, so the smaller weight goes to
// the constant.
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
		case clause.Complements(c.Lits) != nil:
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
