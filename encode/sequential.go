package encode

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
var sequential = AtMostOne{
	Name: "sequential",
	Encode: func(lits []dimacs.Lit, sink Sink, vars VarSource) {
		if len(lits) < 2 {
			return
		}
		seen := vars.Fresh()
		sink.Binary(lits[0].Neg(), seen)
		last := len(lits) - 1
		for _, l := range lits[1:last] {
			next := vars.Fresh()
			sink.Binary(l.Neg(), next)
			sink.Binary(seen.Neg(), next)
			sink.Binary(l.Neg(), seen.Neg())
			seen = next
		}
		sink.Binary(lits[last].Neg(), seen.Neg())
	},
	Size: func(k int) (aux, clauses int64) {
		if k < 2 {
			return 0, 0
		}
		return int64(k) - 1, 3*int64(k) - 4
	},
	shapes: func(k int) []shape {
		if k < 2 {
			return nil
		}
		return []shape{{2*int64(k) - 3, 1, 1}, {int64(k) - 1, 0, 2}}
	},
	Meanings: func(k int) []Meaning { return prefixes(k, false) },
}
