package atmostone

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
var binary = Encoding{
	Name: "binary",
	Encode: func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
		digits := fresh(digitsFor(len(lits)))
		for i, l := range lits {
			impliesNumber(l, i, digits, sink)
		}
	},
	Size:     func(k int, weight Weight) (aux int, clauses float64) { return sizeOfNumbers(k, 1, weight) },
	Meanings: func(k int) []Meaning { return digits(k, 1) },
}

// impliesNumber adds that l implies that digits, the lowest first, make number
// i in base two.
func impliesNumber(l dimacs.Lit, i int, digits []dimacs.Lit, sink dimacs.Sink) {
	for _, d := range digits {
		if i&1 == 0 {
			d = d.Neg()
		}
		sink.Binary(l.Neg(), d)
		i >>= 1
	}
}

// sizeOfNumbers returns the number of digits for k literals that share numbers, shared
// literals each, and the weight of the clauses that impliesNumber adds.
func sizeOfNumbers(k, shared int, weight Weight) (aux int, clauses float64) {
	aux = digitsFor(groupsOf(shared, k))
	ones := 0
	for d := range aux {
		half := shared << d // half literals have the digit 0, the next half have the digit 1, and so on
		ones += k/(2*half)*half + max(0, k%(2*half)-half)
	}
	return aux, float64(ones)*weight(1, 1) + float64(k*aux-ones)*weight(0, 2)
}

// digitsFor returns the number of digits in base two that tell k numbers apart.
func digitsFor(k int) int {
	return bits.Len(uint(max(k, 1) - 1))
}
