package sat

import (
	"context"
	"math/bits"

	"queens/dimacs"
	"queens/encode/cardinality"
)

// maxBound is the largest number of clauses that Bounded adds.
const maxBound = 1 << 24

// maxCounter is the largest number of variables of a counter. If more are needed, Bounded uses adders.
const maxCounter = 1 << 18

// maxAdder is the largest number of clauses for an adder of three literals.
const maxAdder = 14

// Bounded returns a formula without soft clauses. It has a model if and only if f has a model that costs
// at most most. Bounded returns nil if the formula may need more than about maxBound new clauses, or more than half
// of all variable numbers. The section "Optima" in the manual of qsat describes the clauses. Package verdict of qcheck builds the same formula, so the order of variables and
// clauses is fixed:
//
//   - First come the variables and the hard clauses of f. If most is negative, the empty clause
//     follows, and nothing else.
//   - Each soft clause has a penalty, a literal that is true if the clause is violated. The penalty of
//     a unit clause l is -l. The penalty of any other soft clause is a new variable p, and Bounded
//     adds the clause with p as an additional first literal.
//   - The sum of the weights of the true penalties must be at most most. Bounded divides all weights
//     by their greatest common divisor g, and the bound becomes most/g, rounded down. If the sum of
//     all weights does not exceed the bound, nothing is added.
//   - If all weights are equal and the counter needs at most maxCounter variables, the counter of
//     cardinality.AtMost bounds the sum. Otherwise cardinality.Adders bounds the sum of the weights of the
//     false penalties.
func Bounded(f *dimacs.Formula, most int64) *dimacs.Formula {
	if most < 0 {
		return f.Hard([]dimacs.Lit{})
	}
	divisor, total, ones := int64(0), int64(0), 0
	for _, c := range f.Soft {
		for w := c.Weight; w != 0; { // Euclid's algorithm
			divisor, w = w, divisor%w
		}
	}
	var weights []int64
	for _, c := range f.Soft {
		w := c.Weight / divisor
		weights, total, ones = append(weights, w), total+w, ones+bits.OnesCount64(uint64(w))
	}
	most /= max(1, divisor)
	n := int64(len(f.Soft))
	adders := most < total && (n < total || most*(n-most) > maxCounter)
	size := len(f.Soft) // about the number of new clauses, without a counter
	if adders {
		size += maxAdder * ones
	}
	if size > maxBound || f.Vars+size > dimacs.MaxVar/2 {
		return nil
	}
	g := f.Hard()
	sink := g.Collect(context.Background())
	var satisfied []dimacs.Lit // the complements of the penalties
	for _, c := range f.Soft {
		if len(c.Lits) == 1 {
			satisfied = append(satisfied, c.Lits[0])
		} else {
			p := sink.Fresh(1)[0]
			sink.Clause(append([]dimacs.Lit{p}, c.Lits...)...)
			satisfied = append(satisfied, -p)
		}
	}
	if adders {
		cardinality.Adders(total-most, satisfied, weights, sink, sink.Fresh)
	} else if most < total {
		cardinality.AtMost.Encode(int(most), dimacs.Negated(satisfied), sink, sink.Fresh)
	}
	g.Limit = 0
	return g
}
