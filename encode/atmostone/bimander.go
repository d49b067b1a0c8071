package atmostone

import "queens/dimacs"

// bimanderGroup is the number of literals that share a number.
const bimanderGroup = 2

// bimander divides the literals into groups of two, at most one of each true,
// and numbers the groups from 0. Each literal implies that the auxiliary
// variables are the digits of its group's number in base two.
//
// Size: d = ceil(log2 ceil(k/2)) auxiliary variables, floor(k/2) + kd clauses,
// all binary.
// Propagation: one true literal makes all others false by unit propagation.
// Models: one for each assignment with a true literal; 2^d where none is true,
// as the digits are then free.
//
// References: Steffen Hölldobler and Van Hau Nguyen, "On SAT-Encodings of the
// At-Most-One Constraint", ModRef 2013.
var bimander = Encoding{
	Name: "bimander",
	Encode: func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
		digits := fresh(digitsFor(groupsOf(bimanderGroup, len(lits))))
		for i, l := range lits {
			if i%bimanderGroup == 1 {
				sink.Binary(lits[i-1].Neg(), l.Neg())
			}
			impliesNumber(l, i/bimanderGroup, digits, sink)
		}
	},
	Size: func(k int, weight Weight) (aux int, clauses float64) {
		aux, clauses = sizeOfNumbers(k, bimanderGroup, weight)
		return aux, clauses + float64(k/bimanderGroup)*weight(0, 2)
	},
	Meanings: func(k int) []Meaning { return digits(k, bimanderGroup) },
}

// groupsOf returns the number of groups of that size that k literals make; the
// last may be smaller.
func groupsOf(size, k int) int { return (k + size - 1) / size }
