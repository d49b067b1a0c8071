package encode

// A Symmetry is one of the eight rotations and reflections of a square board.
// It exchanges rows and columns or not, and then turns the order of the rows, of
// the columns, of both or of neither.
type Symmetry uint8

const (
	rowsTurned Symmetry = 1 << iota
	columnsTurned
	transposed
)

// Symmetries returns all of them; the first moves nothing.
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

// String returns a few words for it.
func (s Symmetry) String() string {
	return symmetryNames[s]
}

// Image returns the square to which s is moved on a board of size n.
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
