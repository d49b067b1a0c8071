package formulas

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"queens/dimacs"
)

// tseitin asks to mark edges of a random regular graph so that the number at
// each vertex is even, but for one where it is odd: unsatisfiable, because the
// sum over the vertices counts each edge twice. On graphs without small cuts,
// as random ones are, proofs by resolution are exponentially long. A variable
// stands for each edge.
//
// References: Gregory Tseitin, "On the Complexity of Derivation in
// Propositional Calculus", 1968; Alasdair Urquhart, "Hard Examples for
// Resolution", Journal of the ACM 34, 1987.
func tseitin(vertices, degree int, rng *rand.Rand) (*dimacs.Formula, error) {
	if degree >= vertices || degree > 6 || vertices*degree%2 == 1 {
		return nil, fmt.Errorf("there is no graph with %d vertices of degree %d", vertices, degree)
	}
	f := &dimacs.Formula{Vars: vertices * degree / 2}
	for vertex, edges := range randomRegularGraph(vertices, degree, rng) {
		parity := 0
		if vertex == 0 {
			parity = 1
		}
		for negated := range 1 << degree {
			if bits.OnesCount(uint(negated))%2 == parity {
				continue
			}
			clause := make([]dimacs.Lit, degree) // not these edges and no others
			for i, edge := range edges {
				clause[i] = edge
				if negated>>i&1 == 1 {
					clause[i] = edge.Neg()
				}
			}
			f.Add(clause...)
		}
	}
	return f, nil
}

// randomRegularGraph returns the edges, from 1 up, at each vertex of a graph
// without loops and parallel edges. It joins ends of edges at random until the
// graph is one of these.
//
// References: Béla Bollobás, "A Probabilistic Proof of an Asymptotic Formula for
// the Number of Labelled Regular Graphs", European Journal of Combinatorics 1,
// 1980.
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
