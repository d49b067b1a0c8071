package encode

import "queens/dimacs"

// pairwise forbids each pair of literals to be true together.
//
// Size: no auxiliary variables, k(k-1)/2 clauses, all binary.
// Propagation: one true literal makes all others false by unit propagation.
// Models: one for each assignment it permits.
//
// References: folklore; called naive or binomial as well. Compared with its
// successors in Steffen Hölldobler and Van Hau Nguyen, "On SAT-Encodings of
// the At-Most-One Constraint", ModRef 2013.
var pairwise = AtMostOne{
	Name: "pairwise",
	Encode: func(lits []dimacs.Lit, sink Sink, _ VarSource) {
		sink.Pairs(negated(lits))
	},
	Size:   func(k int) (aux, clauses int64) { return 0, pairs(k) },
	shapes: func(k int) []shape { return []shape{{pairs(k), 0, 2}} },
}

// pairwiseExcept is pairwise without the pairs of literals that are distance
// places apart, because another constraint rules these out already.
func pairwiseExcept(lits []dimacs.Lit, distance int, sink Sink) {
	neg := negated(lits)
	for i, a := range neg {
		for j, b := range neg[i+1:] {
			if j+1 != distance {
				sink.Binary(a, b)
			}
		}
		if sink.Err() != nil {
			return
		}
	}
}

// pairs returns the number of pairs of k things.
func pairs(k int) int64 {
	return int64(k) * int64(k-1) / 2
}
