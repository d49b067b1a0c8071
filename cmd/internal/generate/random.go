package generate

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens/dimacs"
)

// ksat returns a function that takes the numbers of variables, at least k, and clauses. It samples clauses of
// k different variables, each negated with probability 1/2. Near 4.267 clauses per variable for k = 3, and
// 21.117 for k = 5, half of the formulas are satisfiable and all are hardest for their size. Below that, large
// formulas are satisfiable and need other techniques.
//
// References: David Mitchell, Bart Selman and Hector Levesque, "Hard and Easy Distributions
// of SAT Problems", AAAI 1992; Stephan Mertens, Marc Mézard and Riccardo Zecchina,
// "Threshold Values of Random K-SAT from the Cavity Method", Random Structures & Algorithms
// 28, 2006.
func ksat(k int) func(a []int, rng *rand.Rand) *dimacs.Formula {
	return func(a []int, rng *rand.Rand) *dimacs.Formula {
		vars, clauses := a[0], a[1]
		f := &dimacs.Formula{Vars: vars}
		for range clauses {
			clause := make([]dimacs.Lit, 0, k)
			for len(clause) < k {
				l := dimacs.Lit(1 + rng.IntN(vars))
				if slices.ContainsFunc(clause, func(other dimacs.Lit) bool { return other.Var() == l.Var() }) {
					continue
				}
				if rng.IntN(2) == 0 {
					l = l.Neg()
				}
				clause = append(clause, l)
			}
			f.Add(clause...)
		}
		return f
	}
}

// flatColouring takes the numbers of vertices and edges, at most half of all pairs of vertices. It returns a
// formula for the colourings of a random graph with three colours. The graph has such a colouring: the
// vertices are divided at random into three hidden classes whose sizes differ by at most 1, and every edge
// connects two classes. Flat graphs with 2.4 edges per vertex are hard for their size, such as flat200-479 of
// SATLIB.
//
// References: Joseph Culberson and Feng Luo, "Exploring the k-colorable Landscape with
// Iterated Greedy", DIMACS Series 26, 1996.
func flatColouring(a []int, rng *rand.Rand) *dimacs.Formula {
	hidden := rng.Perm(a[0])
	return colouring(3, a[0], a[1], rng, func(v, w int) bool { return hidden[v]%3 != hidden[w]%3 })
}

// randomColouring takes the numbers of colours, vertices and edges, at most half of all pairs of vertices. It
// returns a formula for the colourings of a random graph. With
// 3 colours there is hardly ever a colouring from about 2.35 edges per vertex on; with 4 colours from
// 4.45 on, with 5 colours from 6.85 on.
//
// References: Peter Cheeseman, Bob Kanefsky and William Taylor, "Where the Really Hard
// Problems Are", IJCAI 1991; Lenka Zdeborová and Florent Krzakala, "Phase Transitions in
// the Coloring of Random Graphs", Physical Review E 76, 2007.
func randomColouring(a []int, rng *rand.Rand) *dimacs.Formula {
	return colouring(a[0], a[1], a[2], rng, func(v, w int) bool { return v != w })
}

// colouring samples the given number of different edges among the allowed pairs of vertices, and
// returns a formula for the colourings of this graph. Variable colours*vertex + 1 + colour means
// that the vertex has the colour; both count from 0. With more edges than
// half of all pairs, sampling would take long. allowed must exclude the pairs with v = w
// and hold for at least as many pairs as there are edges.
func colouring(colours, vertices, edges int, rng *rand.Rand, allowed func(v, w int) bool) *dimacs.Formula {
	c := new(circuit)
	has := make([]word, vertices) // has[vertex][colour]
	for v := range has {
		has[v] = c.inputs(colours)
		exactlyOne(&c.Formula, has[v])
	}
	for sampled := make(map[[2]int]bool); len(sampled) < edges; {
		v, w := rng.IntN(vertices), rng.IntN(vertices)
		edge := [2]int{min(v, w), max(v, w)}
		if !allowed(v, w) || sampled[edge] {
			continue
		}
		sampled[edge] = true
		for colour, l := range has[v] {
			c.Add(-l, -has[w][colour])
		}
	}
	return &c.Formula
}

// tseitin takes the number of vertices of a random regular graph and their degree, at most 6, for which there
// is such a graph. The formula is for the task to select edges such that the number of selected edges at a
// vertex is even, except at the first vertex, where it is odd. It is unsatisfiable, because the sum over the
// vertices counts each edge twice. On graphs without small cuts, such as random graphs, resolution proofs have
// exponential length. There is a variable for each edge.
//
// References: Gregory Tseitin, "On the Complexity of Derivation in Propositional Calculus",
// 1968; Alasdair Urquhart, "Hard Examples for Resolution", Journal of the ACM 34, 1987.
func tseitin(a []int, rng *rand.Rand) *dimacs.Formula {
	vertices, degree := a[0], a[1]
	f := &dimacs.Formula{Vars: vertices * degree / 2}
	for vertex, edges := range randomRegularGraph(vertices, degree, rng) {
		AddSum(f, vertex == 0, edges)
	}
	return f
}

// equations takes the numbers of variables, at least 3, and equations. It returns a formula for a solution of
// random equations modulo 2 with three different variables each. The formula is satisfiable, because the
// equations are sampled among those that hold for a random assignment.
func equations(a []int, rng *rand.Rand) *dimacs.Formula {
	vars, equations := a[0], a[1]
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
