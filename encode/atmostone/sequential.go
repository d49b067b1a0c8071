package atmostone

import "queens/dimacs"

// sequential has an auxiliary variable for each literal except the last one. It is true if this
// literal or an earlier one is true.
//
// Size: k-1 auxiliary variables, 3k-4 clauses for k > 1, all binary.
// Propagation: a true literal makes all other literals false by unit propagation.
// Models: an assignment with a true literal has one model. If all literals are false, there
// are k, because the auxiliary variables can become true at any place.
//
// References: Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality
// Constraints", CP 2005.
var sequential = byPrefixes("sequential", false)

// byPrefixes returns an encoding called name with the clauses of sequential, or of ladder if defined is
// true.
func byPrefixes(name string, defined bool) Encoding {
	perLiteral := 3 // clauses
	if defined {
		perLiteral = 4
	}
	return Encoding{
		Name: name,
		Encode: func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
			encodePrefixes(lits, defined, sink, fresh)
		},
		Size:     func(k int) (aux, clauses int) { return max(0, k-1), max(0, perLiteral*(k-1)-1) },
		Meanings: func(k int) []Meaning { return prefixes(k, defined) },
	}
}

// encodePrefixes adds the clauses of sequential, or of ladder if defined is true. Auxiliary variable i,
// from 1 to len(lits)-1, is true if one of the first i literals is true. If defined is true, it is
// false otherwise. For fewer than two literals, encodePrefixes adds nothing.
func encodePrefixes(lits []dimacs.Lit, defined bool, sink dimacs.Sink, fresh dimacs.Fresh) {
	if len(lits) < 2 {
		return
	}
	last := len(lits) - 1
	seen := fresh(last)
	sink.Binary(lits[0].Neg(), seen[0])
	if defined {
		sink.Binary(lits[0], seen[0].Neg())
	}
	clause := make([]dimacs.Lit, 3)
	for i, s := range seen[1:] {
		l, before := lits[i+1], seen[i]
		sink.Binary(l.Neg(), s)
		sink.Binary(before.Neg(), s)
		sink.Binary(l.Neg(), before.Neg())
		if defined {
			clause[0], clause[1], clause[2] = l, before, s.Neg()
			sink.Clause(clause...)
		}
	}
	sink.Binary(lits[last].Neg(), seen[last-1].Neg())
}
