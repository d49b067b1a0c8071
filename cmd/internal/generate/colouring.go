package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// flatColouring takes the numbers of vertices and edges. It returns a formula for the colourings
// of a random graph with three colours. The graph has such a colouring: the vertices are divided
// at random into three hidden classes whose sizes differ by at most 1, and every edge connects two
// classes. It returns nil if there are more edges than half of all pairs of vertices. Flat graphs with
// 2.4 edges per vertex are hard for their size, such as flat200-479 of SATLIB.
//
// References: Joseph Culberson and Feng Luo, "Exploring the k-colorable Landscape with
// Iterated Greedy", DIMACS Series 26, 1996.
func flatColouring(a []int, rng *rand.Rand) *dimacs.Formula {
	hidden := rng.Perm(a[0])
	return colouring(3, a[0], a[1], rng, func(v, w int) bool { return hidden[v]%3 != hidden[w]%3 })
}

// randomColouring takes the numbers of colours, vertices and edges. It returns a formula for the
// colourings of a random graph, or nil if there are more edges than half of all pairs of vertices. With
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
// that the vertex has the colour; both count from 0. It returns nil if there are more edges than
// half of all pairs, because sampling would take long. allowed must exclude the pairs with v = w
// and hold for at least as many pairs as there are edges.
func colouring(colours, vertices, edges int, rng *rand.Rand, allowed func(v, w int) bool) *dimacs.Formula {
	if edges > vertices*(vertices-1)/4 {
		return nil
	}
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
