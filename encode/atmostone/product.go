package atmostone

import (
	"slices"

	"queens/dimacs"
)

// productBase is the number of literals up to which product is pairwise.
const productBase = 4

// product makes the literals the points of a grid that is nearly a square. Each
// implies an auxiliary variable for either coordinate. Of those for the same
// coordinate at most one is true, by grids of their own while there are more
// than four.
//
// Size: about 2 sqrt(k) auxiliary variables and 2k + 4 sqrt(k) clauses, all
// binary; k(k-1)/2 clauses for k up to 4.
// Propagation: one true literal makes all others false by unit propagation.
// Models: one for each assignment with a true literal; where none is true, one
// for each point of the grid and more, because at most one variable for either
// coordinate may be true all the same. (With more than four of these, their
// models multiply again.)
//
// References: Jingchao Chen, "A New SAT Encoding of the At-Most-One
// Constraint", ModRef 2010.
var product = Encoding{
	Name:     "product",
	Encode:   encodeProduct,
	Size:     sizeOfProduct,
	Meanings: func(k int) []Meaning { return meaningsOfProduct(alone(k)) },
}

func encodeProduct(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
	if len(lits) <= productBase {
		sink.Pairs(negated(lits))
		return
	}
	height, width := grid(len(lits))
	ys, xs := fresh(height), fresh(width)
	for i, l := range lits {
		sink.Binary(l.Neg(), ys[i/width])
		sink.Binary(l.Neg(), xs[i%width])
	}
	encodeProduct(ys, sink, fresh)
	encodeProduct(xs, sink, fresh)
}

func sizeOfProduct(k int, weight Weight) (aux int, clauses float64) {
	if k <= productBase {
		return 0, pairs(k) * weight(0, 2)
	}
	height, width := grid(k)
	yAux, yClauses := sizeOfProduct(height, weight)
	xAux, xClauses := sizeOfProduct(width, weight)
	return height + width + yAux + xAux, float64(2*k)*weight(1, 1) + yClauses + xClauses
}

// grid returns the sides of the grid for k literals: the width is
// the square root, rounded up, and the height what is needed then.
func grid(k int) (height, width int) {
	for width*width < k {
		width++
	}
	return (k + width - 1) / width, width
}

// meaningsOfProduct returns those of the variables for the coordinates of what has
// these meanings, and of their own grids.
func meaningsOfProduct(points []Meaning) []Meaning {
	if len(points) <= productBase {
		return nil
	}
	height, width := grid(len(points))
	ys, xs := make([]Meaning, height), make([]Meaning, width)
	for i, p := range points {
		ys[i/width].True = append(ys[i/width].True, p.True...)
		xs[i%width].True = append(xs[i%width].True, p.True...)
	}
	return slices.Concat(ys, xs, meaningsOfProduct(ys), meaningsOfProduct(xs))
}
