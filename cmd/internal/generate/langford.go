package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// langford takes a number n. It returns a formula for the task to arrange the numbers 1, 1, 2, 2,
// .., n, n in a row such that k other numbers are between the two copies of k. It is possible if
// and only if n or n+1 is a multiple of 4. There is a variable for each number and each place of
// its first copy.
//
// References: C. Dudley Langford, "Problem", Mathematical Gazette 42, 1958; Roy Davies, "On
// Langford's Problem (II)", Mathematical Gazette 43, 1959.
func langford(a []int, _ *rand.Rand) *dimacs.Formula {
	n, f := a[0], &dimacs.Formula{}
	at := make([][]dimacs.Lit, 2*n)
	for k := 1; k <= n; k++ {
		var anywhere []dimacs.Lit
		for place := 0; place+k+1 < 2*n; place++ {
			f.Vars++
			l := dimacs.Lit(f.Vars)
			anywhere = append(anywhere, l)
			at[place] = append(at[place], l)
			at[place+k+1] = append(at[place+k+1], l)
		}
		exactlyOne(f, anywhere)
	}
	for _, lits := range at {
		exactlyOne(f, lits)
	}
	return f
}
