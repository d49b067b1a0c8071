package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// quasigroupWithHoles takes the order of a Latin square, at least 2, and the number of holes per
// line, at most the order; otherwise it returns nil. It erases this number of cells, the holes, in
// each row and column of a random Latin square, and returns a formula for the task to fill them. The
// formula is satisfiable, and hard near holes = 1.7 * order^0.55. A second random Latin square
// selects the holes: the cells that hold its first symbols.
//
// References: Dimitris Achlioptas, Carla Gomes, Henry Kautz and Bart Selman, "Generating
// Satisfiable Problem Instances", AAAI 2000; Henry Kautz, Yongshao Ruan, Dimitris
// Achlioptas, Carla Gomes, Bart Selman and Mark Stickel, "Balance and Filtering in
// Structured Satisfiable Problems", IJCAI 2001.
func quasigroupWithHoles(a []int, rng *rand.Rand) *dimacs.Formula {
	order, holes := a[0], a[1]
	if order < 2 || holes > order {
		return nil
	}
	full, erased := randomLatinSquare(order, rng), randomLatinSquare(order, rng)
	given := func(row, column int) int {
		if erased.at(row, column) < holes {
			return empty
		}
		return full.at(row, column)
	}
	return completion(&square{order, given, []func(row, column int) int{rowOf, columnOf}})
}
