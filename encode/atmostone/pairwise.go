package atmostone

import "queens/dimacs"

// pairwise forbids every pair of literals to be true together.
//
// Size: no auxiliary variables, k(k-1)/2 clauses, all binary.
// Propagation: a true literal makes all other literals false by unit propagation.
// Models: one for each permitted assignment.
//
// References: folklore, also called naive or binomial. It is compared with later encodings
// in Steffen Hölldobler and Van Hau Nguyen, "On SAT-Encodings of the At-Most-One
// Constraint", ModRef 2013.
var pairwise = Encoding{
	Name: Default,
	Encode: func(lits []dimacs.Lit, sink dimacs.Sink, _ dimacs.Fresh) {
		sink.Pairs(dimacs.Negated(lits))
	},
	Size: func(k int) (aux, clauses int) { return 0, pairs(k) },
}

// pairwiseExcept returns pairwise without the pairs of x.
func pairwiseExcept(x Excluded) Encoding {
	if x.Count == 0 {
		return pairwise
	}
	return Encoding{
		Name: pairwise.Name,
		Encode: func(lits []dimacs.Lit, sink dimacs.Sink, _ dimacs.Fresh) {
			neg := dimacs.Negated(lits)
			for i, a := range neg {
				for j, b := range neg[i+1:] {
					if !x.Has(i, i+1+j) {
						sink.Binary(a, b)
					}
				}
				if sink.Err() != nil {
					return
				}
			}
		},
		Size: func(k int) (aux, clauses int) { return 0, pairs(k) - x.Count },
	}
}

// pairs returns the number of pairs among k elements.
func pairs(k int) int { return k * (k - 1) / 2 }
