package generate

import (
	"math/rand/v2"
	"slices"

	"queens/dimacs"
)

// ksat returns a function that takes the numbers of variables and clauses, and returns nil for
// fewer than k variables. It samples clauses of k different variables, each negated with
// probability 1/2. Near 4.267 clauses per variable for k = 3, and 21.117 for k = 5, half of the
// formulas are satisfiable and all are hardest for their size. Below that, large formulas are
// satisfiable and need other techniques.
//
// References: David Mitchell, Bart Selman and Hector Levesque, "Hard and Easy Distributions
// of SAT Problems", AAAI 1992; Stephan Mertens, Marc Mézard and Riccardo Zecchina,
// "Threshold Values of Random K-SAT from the Cavity Method", Random Structures & Algorithms
// 28, 2006.
func ksat(k int) func(a []int, rng *rand.Rand) *dimacs.Formula {
	return func(a []int, rng *rand.Rand) *dimacs.Formula {
		vars, clauses := a[0], a[1]
		if vars < k {
			return nil
		}
		f := &dimacs.Formula{Vars: vars}
		for range clauses {
			f.Add(randomClause(k, vars, rng)...)
		}
		return f
	}
}

func randomClause(k, vars int, rng *rand.Rand) []dimacs.Lit {
	clause := make([]dimacs.Lit, 0, k)
	for len(clause) < k {
		l := dimacs.Lit(1 + rng.IntN(vars))
		if slices.ContainsFunc(clause, func(k dimacs.Lit) bool { return k.Var() == l.Var() }) {
			continue
		}
		if rng.IntN(2) == 0 {
			l = l.Neg()
		}
		clause = append(clause, l)
	}
	return clause
}
