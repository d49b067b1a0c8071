package atmostone

import "queens/dimacs"

// sequential counts along the literals: an auxiliary variable after each but
// the last is true if a true one has been seen.
//
// Size: k-1 auxiliary variables, 3k-4 clauses, all binary.
// Propagation: one true literal makes all others false by unit propagation.
// Models: one for each assignment with a true literal; k where none is true,
// as the auxiliary variables are then free to become true at any place.
//
// References: Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean
// Cardinality Constraints", CP 2005.
var sequential = Encoding{
	Name: "sequential",
	Encode: func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
		if len(lits) < 2 {
			return
		}
		last := len(lits) - 1
		seen := fresh(last)
		sink.Binary(lits[0].Neg(), seen[0])
		for i, s := range seen[1:] {
			l, before := lits[i+1], seen[i]
			sink.Binary(l.Neg(), s)
			sink.Binary(before.Neg(), s)
			sink.Binary(l.Neg(), before.Neg())
		}
		sink.Binary(lits[last].Neg(), seen[last-1].Neg())
	},
	Size: func(k int, weight Weight) (aux int, clauses float64) {
		if k < 2 {
			return 0, 0
		}
		return k - 1, float64(2*k-3)*weight(1, 1) + float64(k-1)*weight(0, 2)
	},
	Meanings: func(k int) []Meaning { return prefixes(k, false) },
}
