package main

import (
	"fmt"
	"math/rand/v2"

	"queens/dimacs"
)

// random3SAT draws clauses of three different variables, each negated with
// probability 1/2. Near 4.26 clauses to a variable half of the formulas are
// satisfiable and all are hardest for their size.
//
// References: David Mitchell, Bart Selman and Hector Levesque, "Hard and Easy
// Distributions of SAT Problems", AAAI 1992.
func random3SAT(vars, clauses int, rng *rand.Rand) (*formula, error) {
	if vars < 3 {
		return nil, fmt.Errorf("a clause of three literals needs 3 variables, found %d", vars)
	}
	f := &formula{vars: vars}
	for range clauses {
		f.add(threeLiterals(vars, rng)...)
	}
	return f, nil
}

func threeLiterals(vars int, rng *rand.Rand) []dimacs.Lit {
	clause := make([]dimacs.Lit, 0, 3)
	for len(clause) < 3 {
		l := dimacs.Lit(1 + rng.IntN(vars))
		if contains(clause, l) {
			continue
		}
		if rng.IntN(2) == 0 {
			l = l.Neg()
		}
		clause = append(clause, l)
	}
	return clause
}

// contains reports whether a literal of l's variable is in the clause.
func contains(clause []dimacs.Lit, l dimacs.Lit) bool {
	for _, other := range clause {
		if other.Var() == l.Var() {
			return true
		}
	}
	return false
}
