package encode

import "queens/dimacs"

// ladder counts along the literals as sequential does, and in the other
// direction, too: an auxiliary variable turns true only where a literal is
// true, rung i is the disjunction of the first i literals.
//
// Size: k-1 auxiliary variables, 4k-5 clauses, binary and ternary. That is less
// than the k+1 and 4k of PySAT, which makes an exactly-one constraint of it by
// a literal that stands for none; here the last literal needs no rung.
// Propagation: one true literal makes all others false by unit propagation.
// Models: one for each assignment it permits.
//
// References: Ian P. Gent and Peter Nightingale, "A New Encoding of
// AllDifferent into SAT", ModRef 2004; Carlos Ansótegui and Felip Manyà,
// "Mapping Problems with Finite-Domain Variables into Problems with Boolean
// Variables", SAT 2004, where it is called regular.
var ladder = AtMostOne{
	Name: "ladder",
	Encode: func(lits []dimacs.Lit, sink Sink, vars VarSource) {
		if len(lits) < 2 {
			return
		}
		rung := vars.Fresh()
		sink.Binary(lits[0].Neg(), rung)
		sink.Binary(lits[0], rung.Neg())
		last := len(lits) - 1
		clause := make([]dimacs.Lit, 3)
		for _, l := range lits[1:last] {
			next := vars.Fresh()
			sink.Binary(l.Neg(), next)
			sink.Binary(rung.Neg(), next)
			sink.Binary(l.Neg(), rung.Neg())
			clause[0], clause[1], clause[2] = l, rung, next.Neg()
			sink.Clause(clause...)
			rung = next
		}
		sink.Binary(lits[last].Neg(), rung.Neg())
	},
	Size: func(k int) (aux, clauses int64) {
		if k < 2 {
			return 0, 0
		}
		return int64(k) - 1, 4*int64(k) - 5
	},
	shapes: func(k int) []shape {
		if k < 2 {
			return nil
		}
		return []shape{{2*int64(k) - 2, 1, 1}, {int64(k) - 1, 0, 2}, {int64(k) - 2, 2, 1}}
	},
	Meanings: func(k int) []Meaning { return prefixes(k, true) },
}
