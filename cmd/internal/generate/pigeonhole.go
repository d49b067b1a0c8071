package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// Pigeonhole returns a formula: every pigeon is in a hole and no hole has two pigeons. It is
// unsatisfiable if there are more pigeons than holes. If there is one pigeon more, every
// resolution proof has exponential length. Variable holes*pigeon + 1 + hole means that the
// pigeon is in the hole; both count from 0.
//
// References: Armin Haken, "The Intractability of Resolution", Theoretical Computer Science
// 39, 1985.
func Pigeonhole(pigeons, holes int) *dimacs.Formula { return pigeonholes(pigeons, holes, 1) }

// pigeons returns a function that takes the numbers of pigeons and holes, and returns the formula
// for holes that take up to capacity pigeons.
func pigeons(capacity int) func(a []int, _ *rand.Rand) *dimacs.Formula {
	return func(a []int, _ *rand.Rand) *dimacs.Formula { return pigeonholes(a[0], a[1], capacity) }
}

// pigeonholes is like Pigeonhole, but each hole takes up to capacity pigeons.
//
// References: Armin Biere, "Two Pigeons per Hole Problem", Proceedings of SAT Competition
// 2013.
func pigeonholes(pigeons, holes, capacity int) *dimacs.Formula {
	c := new(circuit)
	guests := make([]word, holes)
	for range pigeons {
		anywhere := c.inputs(holes)
		c.Add(anywhere...)
		for hole, l := range anywhere {
			guests[hole] = append(guests[hole], l)
		}
	}
	for _, lits := range guests {
		atMost(&c.Formula, capacity, lits)
	}
	return &c.Formula
}
