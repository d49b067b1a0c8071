package formulas

import (
	"fmt"
	"math/rand/v2"

	"queens/dimacs"
)

// flatColouring returns a formula for the colourings of a graph with three colours. The
// graph has one: the vertices are divided at random into three hidden classes of equal
// size, and every edge connects two classes. Flat graphs with 2.4 edges per vertex are hard
// for their size and always satisfiable, such as flat200-479 of SATLIB.
//
// References: Joseph Culberson and Feng Luo, "Exploring the k-colorable Landscape with
// Iterated Greedy", DIMACS Series 26, 1996.
func flatColouring(vertices, edges int, rng *rand.Rand) (*dimacs.Formula, error) {
	const colours = 3
	hidden := rng.Perm(vertices)
	return colouring(colours, vertices, edges, rng, func(v, w int) bool {
		return hidden[v]%colours != hidden[w]%colours
	})
}

// randomColouring returns a formula for the colourings of a random graph with any number of
// colours. With 3 colours there is hardly ever a colouring from about 2.35 edges per vertex
// on; with 4 colours from 4.45 on, with 5 colours from 6.85 on.
//
// References: Peter Cheeseman, Bob Kanefsky and William Taylor, "Where the Really Hard
// Problems Are", IJCAI 1991; Lenka Zdeborová and Florent Krzakala, "Phase Transitions in
// the Coloring of Random Graphs", Physical Review E 76, 2007.
func randomColouring(colours, vertices, edges int, rng *rand.Rand) (*dimacs.Formula, error) {
	return colouring(colours, vertices, edges, rng, func(v, w int) bool { return v != w })
}

// circulantColouring returns a formula for the colourings of a circulant graph. The
// vertices are the numbers modulo their count, and two are connected if their difference is
// in a random set of steps. The rotations map the graph to itself.
func circulantColouring(colours, vertices, steps int, rng *rand.Rand) (*dimacs.Formula, error) {
	if steps > (vertices-1)/2 {
		return nil, fmt.Errorf("there are not %d different steps between %d vertices", steps, vertices)
	}
	f := newColouring(colours, vertices)
	for _, step := range rng.Perm((vertices - 1) / 2)[:steps] {
		for v := range vertices {
			f.addEdge(v, (v+step+1)%vertices)
		}
	}
	return &f.Formula, nil
}

// colouring samples a number of different edges among the allowed pairs of vertices, and
// returns the formula. Variable colours*vertex + 1 + colour means that the vertex has the
// colour.
func colouring(colours, vertices, edges int, rng *rand.Rand, allowed func(v, w int) bool) (*dimacs.Formula, error) {
	if edges > vertices*(vertices-1)/4 {
		return nil, fmt.Errorf("%d edges are too many to sample among %d vertices", edges, vertices)
	}
	f := newColouring(colours, vertices)
	for sampled := make(map[[2]int]bool); len(sampled) < edges; {
		v, w := rng.IntN(vertices), rng.IntN(vertices)
		edge := [2]int{min(v, w), max(v, w)}
		if !allowed(v, w) || sampled[edge] {
			continue
		}
		sampled[edge] = true
		f.addEdge(v, w)
	}
	return &f.Formula, nil
}

// A coloured is the formula for the colourings of a graph.
type coloured struct {
	circuit
	has []word // has[vertex][colour]
}

// newColouring returns the formula for a graph without edges.
func newColouring(colours, vertices int) *coloured {
	f := new(coloured)
	for range vertices {
		of := f.inputs(colours)
		exactlyOne(&f.Formula, of)
		f.has = append(f.has, of)
	}
	return f
}

func (f *coloured) addEdge(v, w int) {
	for c, l := range f.has[v] {
		f.Add(-l, -f.has[w][c])
	}
}
