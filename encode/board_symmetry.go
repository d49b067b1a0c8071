package encode

import (
	"iter"

	"queens/dimacs"
)

// A Symmetry is a rotation or reflection of a square board. It first exchanges rows and
// columns if transposed is set, and then reverses the order of the rows, of the columns, or
// both.
type Symmetry uint8

const (
	rowsTurned Symmetry = 1 << iota
	columnsTurned
	transposed
)

// Symmetries returns the eight symmetries: the identity, the turns by one, two and three
// quarters, and the reflections of rows, of columns, at the falling diagonal and at the
// rising diagonal.
func Symmetries() [8]Symmetry {
	return [...]Symmetry{
		0, transposed | columnsTurned, rowsTurned | columnsTurned, transposed | rowsTurned,
		rowsTurned, columnsTurned, transposed, transposed | rowsTurned | columnsTurned,
	}
}

var symmetryNames = [...]string{
	0:                                       "the identity",
	transposed | columnsTurned:              "a quarter turn",
	rowsTurned | columnsTurned:              "a half turn",
	transposed | rowsTurned:                 "three quarter turns",
	rowsTurned:                              "the reflection of rows",
	columnsTurned:                           "the reflection of columns",
	transposed:                              "the reflection at the falling diagonal",
	transposed | rowsTurned | columnsTurned: "the reflection at the rising diagonal",
}

// String describes the symmetry, such as "a quarter turn".
func (s Symmetry) String() string {
	return symmetryNames[s]
}

// Image returns the square to which s moves q on a board of size n.
func (s Symmetry) Image(q Square, n int) Square {
	if s&transposed != 0 {
		q.Row, q.Col = q.Col, q.Row
	}
	if s&rowsTurned != 0 {
		q.Row = n + 1 - q.Row
	}
	if s&columnsTurned != 0 {
		q.Col = n + 1 - q.Col
	}
	return q
}

// image returns the variable, in the same layer, to which s moves v.
func (in Instance) image(s Symmetry, v dimacs.Lit) dimacs.Lit {
	squares := dimacs.Lit(in.N * in.N)
	layer := (v - 1) / squares * squares
	q, _ := in.Board().SquareOf((v - layer).Var())
	return in.Board().Var(s.Image(q, in.N)) + layer
}

// comparisons yields pairs of a variable of the board and its image, in reading order. A
// board equals its image if and only if the values of every pair are equal. The last variable
// of each cycle is left out: it equals its image if all other variables of the cycle do.
func (in Instance) comparisons(s Symmetry) iter.Seq2[dimacs.Lit, dimacs.Lit] {
	last := dimacs.Lit(in.squareVariables())
	return func(yield func(v, image dimacs.Lit) bool) {
		for v := dimacs.Lit(1); v <= last; v++ {
			image := in.image(s, v)
			later := image
			for later < v {
				later = in.image(s, later)
			}
			if later > v && !yield(v, image) {
				return
			}
		}
	}
}

// numComparisons returns the number of pairs that comparisons yields: the number of
// variables of the squares, minus one for each cycle.
func (in Instance) numComparisons(s Symmetry) int {
	n, layers := in.N, in.Layers()
	switch s {
	case 0:
		return 0
	case transposed | columnsTurned, transposed | rowsTurned:
		return n * n / 4 * 3 * layers
	case rowsTurned | columnsTurned:
		return n * n / 2 * layers
	case rowsTurned, columnsTurned:
		return n * (n / 2) * layers
	default: // reflections at a diagonal
		return n * (n - 1) / 2 * layers
	}
}

// Symmetries returns the rotations and reflections that map the instance to itself: 1 to 8,
// the first of which is the identity. Every board and variant has all 8, so the result
// depends only on the placed and blocked squares and on the regions. It defines the classes of SymmetryBroken
// and decode.Classes. The instance must pass Check.
func (in Instance) Symmetries() (list []Symmetry) {
	placed, empty := SquaresOf(in.Placed...), in.empty()
	for _, s := range Symmetries() {
		if placed.fixedBy(s, in.N) && empty.fixedBy(s, in.N) && in.Regions.fixedBy(s) {
			list = append(list, s)
		}
	}
	return list
}

// fixedBy reports whether s maps the set to itself, on a board of size n.
func (set Squares) fixedBy(s Symmetry, n int) bool {
	if set.Len() == n*n {
		return true
	}
	for q := range set.All() {
		if !set.Has(s.Image(q, n)) {
			return false
		}
	}
	return true
}
