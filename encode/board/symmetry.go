package board

// A Symmetry is a rotation or reflection of a board. It first exchanges rows and
// columns if transposed is set, and then reverses the order of the rows, of the columns, or
// both.
type Symmetry uint8

const (
	rowsTurned Symmetry = 1 << iota
	columnsTurned
	transposed
)

// Symmetries returns the symmetries of the board: the four without transposed if it is not square. They are
// in the order of Symmetries.
func (b Board) Symmetries() (list []Symmetry) {
	for _, s := range Symmetries() {
		if b.Columns == 0 || s&transposed == 0 {
			list = append(list, s)
		}
	}
	return list
}

// Symmetries returns the eight symmetries of a square board: the identity, the turns by one, two and three
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

// Image returns the square to which s, a symmetry of the board, moves q.
func (s Symmetry) Image(q Square, b Board) Square {
	if s&transposed != 0 {
		q.Row, q.Col = q.Col, q.Row
	}
	if s&rowsTurned != 0 {
		q.Row = b.N + 1 - q.Row
	}
	if s&columnsTurned != 0 {
		q.Col = b.Width() + 1 - q.Col
	}
	return q
}

// FixedBy reports whether s, a symmetry of the board, maps the set to itself. All squares of the set must be on that
// board.
func (set Squares) FixedBy(s Symmetry, b Board) bool {
	if set.Len() == b.Count() {
		return true
	}
	for q := range set.All() {
		if !set.Has(s.Image(q, b)) {
			return false
		}
	}
	return true
}

// Comparisons returns the number of squares of the board, minus one for each cycle of s; a fixed square
// is a cycle, too. It is the least number of pairs of a square and its image under s that must have equal values
// if the whole board shall equal its image.
func (s Symmetry) Comparisons(b Board) int {
	n, m := b.N, b.Width()
	switch s {
	case 0:
		return 0
	case transposed | columnsTurned, transposed | rowsTurned:
		return n * n / 4 * 3
	case rowsTurned | columnsTurned:
		return n * m / 2
	case rowsTurned:
		return n / 2 * m
	case columnsTurned:
		return n * (m / 2)
	default: // reflections at a diagonal
		return n * (n - 1) / 2
	}
}
