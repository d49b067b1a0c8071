package atmostone

import (
	"math/bits"

	"queens/dimacs"
)

// binary numbers the literals from 0. Each literal implies that the auxiliary variables are
// the binary digits of its number.
//
// Size: ceil(log2 k) auxiliary variables, k ceil(log2 k) clauses, all binary.
// Propagation: a true literal makes all other literals false by unit propagation.
// Models: an assignment with a true literal has one model. If all literals are false, there
// are 2^ceil(log2 k), because the digits are free.
//
// References: Alan M. Frisch, Timothy J. Peugniez, Anthony J. Doggett and Peter W.
// Nightingale, "Solving Non-Boolean Satisfiability Problems with Stochastic Local Search: A
// Comparison of Encodings", Journal of Automated Reasoning 35, 2005, where it is called
// bitwise.
var binary = numbered("binary", 1)

// numbered returns an encoding that divides the literals, in their order, into groups of size
// group, which is 1 or 2; the last group may be smaller. At most one literal of a group is true.
// Each literal implies the binary digits of the number of its group, from 0. The auxiliary
// variables are the digits, the lowest first. The Name of the encoding is name.
func numbered(name string, group int) Encoding {
	return Encoding{
		Name: name,
		Encode: func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
			digits := fresh(digitsFor(groupsOf(group, len(lits))))
			for i, l := range lits {
				if i%group == 1 {
					sink.Binary(lits[i-1].Neg(), l.Neg())
				}
				impliesNumber(l, i/group, digits, sink)
			}
		},
		Size: func(k int) (aux, clauses int) {
			aux = digitsFor(groupsOf(group, k))
			return aux, k/group*pairs(group) + k*aux
		},
		Meanings: func(k int) []Meaning { return digits(k, group) },
		group:    group,
	}
}

// impliesNumber adds the clauses that l implies the lowest binary digits of i, which is at least
// 0. The variables of the digits are in digits, the lowest first.
func impliesNumber(l dimacs.Lit, i int, digits []dimacs.Lit, sink dimacs.Sink) {
	for _, d := range digits {
		if i&1 == 0 {
			d = d.Neg()
		}
		sink.Binary(l.Neg(), d)
		i >>= 1
	}
}

// digitsFor returns the number of binary digits of the numbers from 0 to k-1. It is 0 if k < 2.
func digitsFor(k int) int {
	return bits.Len(uint(max(k, 1) - 1))
}
