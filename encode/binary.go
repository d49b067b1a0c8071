package encode

import (
	"math/bits"

	"queens/dimacs"
)

// binary numbers the literals from 0. Each implies that the auxiliary
// variables are the digits of its number in base two.
//
// Size: ceil(log2 k) auxiliary variables, k ceil(log2 k) clauses, all binary.
// Propagation: one true literal makes all others false by unit propagation.
// Models: one for each assignment with a true literal; 2^ceil(log2 k) where
// none is true, as the digits are then free.
//
// References: Alan M. Frisch, Timothy J. Peugniez, Anthony J. Doggett and
// Peter W. Nightingale, "Solving Non-Boolean Satisfiability Problems with
// Stochastic Local Search: A Comparison of Encodings", Journal of Automated
// Reasoning 35, 2005, where it is called bitwise.
var binary = AtMostOne{
	Name: "binary",
	Encode: func(lits []dimacs.Lit, sink Sink, vars VarSource) {
		digits := freshOnes(vars, digitsFor(len(lits)))
		for i, l := range lits {
			impliesNumber(l, i, digits, sink)
		}
	},
	Size: func(k int) (aux, clauses int64) {
		digits := int64(digitsFor(k))
		return digits, int64(k) * digits
	},
	shapes:   func(k int) []shape { return shapesOfNumbers(k, 1) },
	Meanings: func(k int) []Meaning { return digits(k, 1) },
}

// impliesNumber adds that l implies that digits, the lowest first, make number
// i in base two.
func impliesNumber(l dimacs.Lit, i int, digits []dimacs.Lit, sink Sink) {
	for _, d := range digits {
		if i&1 == 0 {
			d = d.Neg()
		}
		sink.Binary(l.Neg(), d)
		i >>= 1
	}
}

// shapesOfNumbers returns the shapes of what impliesNumber adds for k literals, of which
// so many share a number.
func shapesOfNumbers(k, shared int) []shape {
	ones, all := int64(0), int64(k)*int64(digitsFor(groupsOf(shared, k)))
	for d := range digitsFor(groupsOf(shared, k)) {
		half := shared << d // so many without the digit, so many with it, and so on
		ones += int64(k/(2*half)*half + max(0, k%(2*half)-half))
	}
	return []shape{{ones, 1, 1}, {all - ones, 0, 2}}
}

// digitsFor returns the number of digits in base two that tell k numbers apart.
func digitsFor(k int) int {
	return bits.Len(uint(max(k, 1) - 1))
}
