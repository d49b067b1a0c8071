package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// ordering takes a number of elements, at least 2; otherwise it returns nil. The formula states
// that a total order of these elements has no least element. It is unsatisfiable; its resolution
// proofs are short, but hard to find. There is a variable for each i < j: element i is before
// element j.
//
// References: Balakrishnan Krishnamurthy, "Short Proofs for Tricky Formulas", Acta
// Informatica 22, 1985; Gunnar Stålmarck, "Short Resolution Proofs for a Sequence of Tricky
// Formulas", Acta Informatica 33, 1996.
func ordering(a []int, _ *rand.Rand) *dimacs.Formula {
	elements := a[0]
	if elements < 2 {
		return nil
	}
	f := &dimacs.Formula{Vars: elements * (elements - 1) / 2}
	before := func(i, j int) dimacs.Lit {
		if i > j {
			return dimacs.Lit(i*(i-1)/2 + j + 1).Neg()
		}
		return dimacs.Lit(j*(j-1)/2 + i + 1)
	}
	for j := range elements {
		var predecessors []dimacs.Lit
		for i := range elements {
			if i != j {
				predecessors = append(predecessors, before(i, j))
			}
		}
		f.Add(predecessors...)
	}
	for k := range elements {
		for j := range k {
			for i := range j { // no cycle i, j, k and no cycle k, j, i
				f.Add(before(i, j).Neg(), before(j, k).Neg(), before(k, i).Neg())
				f.Add(before(j, i).Neg(), before(k, j).Neg(), before(i, k).Neg())
			}
		}
	}
	return f
}
