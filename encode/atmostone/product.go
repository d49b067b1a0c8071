package atmostone

import (
	"slices"

	"queens/dimacs"
)

// productBase is the largest number of literals that product encodes pairwise.
const productBase = 4

// product arranges the literals in a grid that is nearly a square. Each literal implies the
// auxiliary variable of its row and the auxiliary variable of its column. At most one row variable
// and at most one column variable is true: more than four of them have a grid of their own. Up to
// four literals are encoded pairwise.
//
// Size: 2 sqrt(k) + O(k^(1/4)) auxiliary variables and 2k + 4 sqrt(k) + O(k^(1/4)) clauses, all
// binary; k(k-1)/2 clauses and no auxiliary variables for k up to 4.
// Propagation: a true literal makes all other literals false by unit propagation.
// Models: an assignment with a true literal has one model. If all literals are false and k is above
// 4, a row variable and a column variable may still be true, which makes (height+1)(width+1) models,
// and more if the rows or columns have grids of their own.
//
// References: Jingchao Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010.
var product = Encoding{
	Name:     "product",
	Encode:   encodeProduct,
	Size:     sizeOfProduct,
	Meanings: func(k int) []Meaning { return meaningsOfProduct(alone(k)) },
}

func encodeProduct(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
	if len(lits) <= productBase {
		sink.Pairs(dimacs.Negated(lits))
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

// sizeOfProduct returns the numbers of auxiliary variables and clauses that encodeProduct adds for k
// literals.
func sizeOfProduct(k int) (aux, clauses int) {
	if k <= productBase {
		return 0, pairs(k)
	}
	height, width := grid(k)
	yAux, yClauses := sizeOfProduct(height)
	xAux, xClauses := sizeOfProduct(width)
	return height + width + yAux + xAux, 2*k + yClauses + xClauses
}

// grid returns the sides of the grid for k literals: width is the square root of k, rounded up, and
// height is k/width, rounded up. k is at least 1.
func grid(k int) (height, width int) {
	for width*width < k {
		width++
	}
	return (k + width - 1) / width, width
}

// meaningsOfProduct returns the meanings of the auxiliary variables of product for literals with the
// meanings points, of which only True counts: the rows, the columns, the variables of the grid for
// the rows, and the variables of the grid for the columns. It returns nil for up to productBase
// literals.
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
