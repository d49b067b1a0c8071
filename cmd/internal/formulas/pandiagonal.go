package formulas

import "queens/dimacs"

// pandiagonal returns a formula for a Knut Vik design: a Latin square in which each symbol
// is once in every diagonal, too, including broken diagonals. It is possible if and only if
// neither 2 nor 3 divides the order. Variable (row*n+column)*n + 1 + symbol means that the
// cell holds the symbol. Translations, reflections, multiplications by units of the ring
// and all permutations of the symbols map the formula to itself.
//
// References: A. Hedayat, "A Complete Solution to the Existence and Nonexistence of Knut
// Vik Designs and Orthogonal Knut Vik Designs", Journal of Combinatorial Theory A 22, 1977.
func pandiagonal(n int) *dimacs.Formula {
	f := &dimacs.Formula{}
	has := func(row, column, symbol int) dimacs.Lit {
		return dimacs.Lit((row%n*n+column%n)*n + 1 + symbol)
	}
	lines := []func(i, j, k int) dimacs.Lit{ // return the j-th literal of a constraint
		has,
		func(i, j, k int) dimacs.Lit { return has(i, k, j) },
		func(i, j, k int) dimacs.Lit { return has(k, i, j) },
		func(i, j, k int) dimacs.Lit { return has(k, i+k, j) },
		func(i, j, k int) dimacs.Lit { return has(k, i+n-k, j) },
	}
	for _, literal := range lines {
		for i := range n {
			for j := range n {
				lits := make([]dimacs.Lit, n)
				for k := range lits {
					lits[k] = literal(i, j, k)
				}
				exactlyOne(f, lits)
			}
		}
	}
	return f
}
