package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// differenceSet takes an odd number v above 2; otherwise it returns nil. Its models are the perfect
// difference sets modulo v: sets of numbers such that every number except 0 is the difference of
// exactly one ordered pair of the elements. They exist with q + 1 elements if
// v = q*q + q + 1 for a prime power q. There is a variable for each number, from 1 to v, and for
// each pair of numbers. Translations and multiplications by units of the ring map the formula to
// itself.
//
// References: James Singer, "A Theorem in Finite Projective Geometry and Some Applications
// to Number Theory", Transactions of the American Mathematical Society 43, 1938.
func differenceSet(args []int, _ *rand.Rand) *dimacs.Formula {
	v := args[0]
	if v < 3 || v%2 == 0 {
		return nil
	}
	f := &dimacs.Formula{Vars: v}
	pairs := make([][]dimacs.Lit, v/2+1) // indexed by difference
	for a := 1; a <= v; a++ {
		for b := a + 1; b <= v; b++ {
			f.Vars++
			pair, d := dimacs.Lit(f.Vars), min(b-a, v-b+a)
			f.Add(-pair, dimacs.Lit(a))
			f.Add(-pair, dimacs.Lit(b))
			f.Add(-dimacs.Lit(a), -dimacs.Lit(b), pair)
			pairs[d] = append(pairs[d], pair)
		}
	}
	for _, lits := range pairs[1:] {
		exactlyOne(f, lits)
	}
	return f
}
