package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// waerden takes the numbers k, l and n, and returns nil if k or l is 1. It returns a formula for the
// task to divide the numbers from 1 to n into two sets: the first without an arithmetic progression
// of length k, the second without a progression of length l. It is impossible for n from the van
// der Waerden number W(k,l) on:
//
//	W(3,9) 77, W(3,10) 97, W(3,11) 114, W(3,12) 135, W(4,5) 55, W(4,6) 73
//
// Variable i means that i is in the first set.
//
// References: Václav Chvátal, "Some Unknown van der Waerden Numbers", Combinatorial
// Structures and Their Applications, 1970; Michael Beeler and Patrick O'Neil, "Some New van
// der Waerden Numbers", Discrete Mathematics 28, 1979; Bruce Landman, Aaron Robertson and
// Clay Culver, "Some New Exact van der Waerden Numbers", Integers 5(2), 2005.
func waerden(a []int, _ *rand.Rand) *dimacs.Formula {
	k, l, n := a[0], a[1], a[2]
	if k < 2 || l < 2 {
		return nil
	}
	f := &dimacs.Formula{Vars: n}
	noProgression(f, k, func(i int) dimacs.Lit { return dimacs.Lit(i).Neg() })
	noProgression(f, l, func(i int) dimacs.Lit { return dimacs.Lit(i) })
	return f
}

// noProgression adds a clause for each arithmetic progression of the length, at least 2, in the
// numbers from 1 to f.Vars: at least one number of it is outside of a set. The literal outside(i)
// means that number i is not in the set.
func noProgression(f *dimacs.Formula, length int, outside func(i int) dimacs.Lit) {
	for step := 1; (length-1)*step < f.Vars; step++ {
		for first := 1; first+(length-1)*step <= f.Vars; first++ {
			clause := make([]dimacs.Lit, length)
			for i := range clause {
				clause[i] = outside(first + i*step)
			}
			f.Add(clause...)
		}
	}
}
