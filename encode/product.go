package encode

import "queens/dimacs"

// productBase is the number of literals up to which product is pairwise.
const productBase = 4

// product arranges the literals in a rectangle that is nearly a square. Each
// implies an auxiliary variable for its row and one for its column, of which
// at most one is true, by rectangles of their own while there are more than
// four.
//
// Size: about 2 sqrt(k) auxiliary variables and 2k + 4 sqrt(k) clauses, all
// binary; k(k-1)/2 clauses for k up to 4.
// Propagation: one true literal makes all others false by unit propagation.
// Models: one for each assignment with a true literal; where none is true, one
// for each place in the rectangle and more, because at most one row and at most
// one column may be true all the same. (With more than four rows or columns,
// theirs multiply again.)
//
// References: Jingchao Chen, "A New SAT Encoding of the At-Most-One
// Constraint", ModRef 2010.
var product = AtMostOne{
	Name:   "product",
	Encode: encodeProduct,
	Size:   sizeOfProduct,
}

func encodeProduct(lits []dimacs.Lit, sink Sink, vars VarSource) {
	if len(lits) <= productBase {
		sink.Pairs(negated(lits))
		return
	}
	height, width := rectangle(len(lits))
	rows, columns := freshOnes(vars, height), freshOnes(vars, width)
	for i, l := range lits {
		sink.Binary(l.Neg(), rows[i/width])
		sink.Binary(l.Neg(), columns[i%width])
	}
	encodeProduct(rows, sink, vars)
	encodeProduct(columns, sink, vars)
}

func sizeOfProduct(k int) (aux, clauses int64) {
	if k <= productBase {
		return 0, pairs(k)
	}
	height, width := rectangle(k)
	rowAux, rowClauses := sizeOfProduct(height)
	colAux, colClauses := sizeOfProduct(width)
	return int64(height+width) + rowAux + colAux, 2*int64(k) + rowClauses + colClauses
}

// rectangle returns the sides of the rectangle for k literals: the width is
// the square root, rounded up, and the height what is needed then.
func rectangle(k int) (height, width int) {
	for width*width < k {
		width++
	}
	return (k + width - 1) / width, width
}
