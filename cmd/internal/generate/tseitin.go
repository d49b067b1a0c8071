package generate

import (
	"math/bits"
	"math/rand/v2"

	"queens/dimacs"
)

// tseitin takes the number of vertices of a random regular graph and their degree, at most 6. It
// returns nil if there is no such graph. The formula is for the task to select edges such
// that the number of selected edges at a vertex is even, except at the first vertex, where it is
// odd. It is unsatisfiable, because the sum over the vertices counts each edge twice. On
// graphs without small cuts, such as random graphs, resolution proofs have exponential
// length. There is a variable for each edge.
//
// References: Gregory Tseitin, "On the Complexity of Derivation in Propositional Calculus",
// 1968; Alasdair Urquhart, "Hard Examples for Resolution", Journal of the ACM 34, 1987.
func tseitin(a []int, rng *rand.Rand) *dimacs.Formula {
	vertices, degree := a[0], a[1]
	if degree >= vertices || degree > 6 || vertices*degree%2 == 1 {
		return nil
	}
	f := &dimacs.Formula{Vars: vertices * degree / 2}
	for vertex, edges := range randomRegularGraph(vertices, degree, rng) {
		AddSum(f, vertex == 0, edges)
	}
	return f
}

// equations takes the numbers of variables, at least 3, and equations; otherwise it returns nil. It
// returns a formula for a solution of random equations modulo 2 with three different variables each.
// The formula is satisfiable, because the equations are sampled among those that hold for a random
// assignment.
func equations(a []int, rng *rand.Rand) *dimacs.Formula {
	vars, equations := a[0], a[1]
	if vars < 3 {
		return nil
	}
	f, solution := &dimacs.Formula{Vars: vars}, make([]bool, vars)
	for i := range solution {
		solution[i] = rng.IntN(2) == 1
	}
	for range equations {
		odd, lits := false, make([]dimacs.Lit, 3)
		for i, v := range rng.Perm(vars)[:3] {
			lits[i] = dimacs.Lit(v + 1)
			odd = odd != solution[v]
		}
		AddSum(f, odd, lits)
	}
	return f
}

// AddSum adds 2^(n-1) clauses of n literals to f, which say that the number of true literals in lits is
// odd or, if odd is false, even. If lits is empty, it adds the empty clause if odd, otherwise nothing.
func AddSum(f *dimacs.Formula, odd bool, lits []dimacs.Lit) {
	for trues := range uint(1) << len(lits) {
		if bits.OnesCount(trues)%2 == 1 == odd {
			continue
		}
		clause := make([]dimacs.Lit, len(lits)) // excludes one assignment
		for i, l := range lits {
			clause[i] = l
			if trues>>i&1 == 1 {
				clause[i] = l.Neg()
			}
		}
		f.Add(clause...)
	}
}

// randomRegularGraph returns the edges at each vertex of a random graph without loops and parallel
// edges. Edges count from 1, vertices from 0. Each vertex has the degree, which must be less than
// the number of vertices; the product of the two must be even. The function connects ends of edges
// at random until the graph has no loops and no parallel edges.
//
// References: Béla Bollobás, "A Probabilistic Proof of an Asymptotic Formula for the Number
// of Labelled Regular Graphs", European Journal of Combinatorics 1, 1980.
func randomRegularGraph(vertices, degree int, rng *rand.Rand) [][]dimacs.Lit {
attempt:
	for {
		at := make([][]dimacs.Lit, vertices)
		ends := rng.Perm(vertices * degree)
		joined := make(map[[2]int]bool)
		for i := 0; i < len(ends); i += 2 {
			v, w := ends[i]/degree, ends[i+1]/degree
			edge := [2]int{min(v, w), max(v, w)}
			if v == w || joined[edge] {
				continue attempt
			}
			joined[edge] = true
			at[v] = append(at[v], dimacs.Lit(i/2+1))
			at[w] = append(at[w], dimacs.Lit(i/2+1))
		}
		return at
	}
}
