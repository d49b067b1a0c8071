package atmostone

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
var ladder = Encoding{
	Name: "ladder",
	Encode: func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
		if len(lits) < 2 {
			return
		}
		last := len(lits) - 1
		rungs := fresh(last)
		sink.Binary(lits[0].Neg(), rungs[0])
		sink.Binary(lits[0], rungs[0].Neg())
		clause := make([]dimacs.Lit, 3)
		for i, rung := range rungs[1:] {
			l, before := lits[i+1], rungs[i]
			sink.Binary(l.Neg(), rung)
			sink.Binary(before.Neg(), rung)
			sink.Binary(l.Neg(), before.Neg())
			clause[0], clause[1], clause[2] = l, before, rung.Neg()
			sink.Clause(clause...)
		}
		sink.Binary(lits[last].Neg(), rungs[last-1].Neg())
	},
	Size: func(k int, weight Weight) (aux int, clauses float64) {
		if k < 2 {
			return 0, 0
		}
		return k - 1, float64(2*k-2)*weight(1, 1) + float64(k-1)*weight(0, 2) + float64(k-2)*weight(2, 1)
	},
	Meanings: func(k int) []Meaning { return prefixes(k, true) },
}
