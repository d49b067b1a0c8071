package encode

import (
	"fmt"
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

// A motion is a rotation or reflection of the board, followed by a translation on the
// torus.
type motion struct {
	Symmetry
	down, right int // translation, from 0 to N-1 each
}

// motions returns the motions that map the instance to itself. The first is the identity.
// Without in.Translations, no motion translates.
func (in Instance) motions() (all []motion) {
	placed, empty := SquaresOf(in.Placed...), in.empty()
	shifts := 1
	if in.Translations {
		shifts = in.N
	}
	for down := range shifts {
		for right := range shifts {
			for _, s := range Symmetries() {
				if m := (motion{s, down, right}); m.keeps(in, placed) && m.keeps(in, empty) && in.Regions.fixedBy(s) {
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// keeps reports whether the motion maps the set of squares to itself.
func (m motion) keeps(in Instance, set Squares) bool {
	if set.Len() == in.N*in.N {
		return true
	}
	for s := range set.All() {
		if image, _ := in.Board().SquareOf(m.image(in, in.Board().Var(s)).Var()); !set.Has(image) {
			return false
		}
	}
	return true
}

// String describes the motion, such as "a half turn, and then 2 down and 1 to the right". A
// motion that does not translate has the description of its symmetry.
func (m motion) String() string {
	if !m.translates() {
		return m.Symmetry.String()
	}
	return fmt.Sprintf("%v, and then %d down and %d to the right", m.Symmetry, m.down, m.right)
}

func (m motion) translates() bool { return m.down+m.right > 0 }

// image returns the variable, in the same layer, to which the motion moves v.
func (m motion) image(in Instance, v dimacs.Lit) dimacs.Lit {
	b, squares := in.Board(), dimacs.Lit(in.N*in.N)
	layer := (v - 1) / squares * squares
	s, _ := b.SquareOf((v - layer).Var())
	if s = m.Image(s, b.N); m.translates() {
		s = Square{b.onTorus(s.Row + m.down), b.onTorus(s.Col + m.right)}
	}
	return b.Var(s) + layer
}

// comparisons yields pairs of a variable of the board and its image, in reading order. A
// board equals its image if and only if the values of every pair are equal. The last variable
// of each cycle is left out: it equals its image if all other variables of the cycle do.
func (m motion) comparisons(in Instance) iter.Seq2[dimacs.Lit, dimacs.Lit] {
	last := dimacs.Lit(in.squareVariables())
	return func(yield func(v, image dimacs.Lit) bool) {
		for v := dimacs.Lit(1); v <= last; v++ {
			image := m.image(in, v)
			later := image
			for later < v {
				later = m.image(in, later)
			}
			if later > v && !yield(v, image) {
				return
			}
		}
	}
}

// numComparisons returns the number of pairs that comparisons yields: the number of
// variables of the squares, minus one for each cycle.
func (m motion) numComparisons(in Instance) (pairs int) {
	if m.translates() {
		for range m.comparisons(in) {
			pairs++
		}
		return pairs
	}
	n, layers := in.N, in.Layers()
	switch m.Symmetry {
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
	in.Translations = false
	for _, m := range in.motions() {
		list = append(list, m.Symmetry)
	}
	return list
}
