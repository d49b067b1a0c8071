package encode

import (
	"iter"

	"queens/dimacs"
	"queens/encode/atmostone"
)

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

// numComparisons returns the number of comparisons: that of variables of squares, less
// one for each cycle.
func (s Symmetry) numComparisons(in Instance) int {
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
	default: // the reflections at a diagonal
		return n * (n - 1) / 2 * layers
	}
}

// Symmetries returns the rotations and reflections that map the instance to itself, at
// most 8, first the identity. Every board and variant has all 8, so the result depends on
// the placed and blocked squares. They define the classes that SymmetryBroken and
// decode.Classes use. The instance must pass Check.
func (in Instance) Symmetries() []Symmetry {
	placed, empty := in.placed(), in.empty()
	n := empty.count()
	alike := n == 0 || n == in.N*in.N
	var fixing []Symmetry
	for _, s := range Symmetries() {
		if (motion{Symmetry: s}).keeps(in, placed) && (alike || empty.fixedBy(s)) {
			fixing = append(fixing, s)
		}
	}
	return fixing
}

// image returns the variable that a variable of a square is mapped to.
func (s Symmetry) image(in Instance, v dimacs.Lit) dimacs.Lit {
	b, squares := in.Board(), dimacs.Lit(in.N*in.N)
	layer := (v - 1) / squares
	square, _ := b.SquareOf((v - layer*squares).Var())
	return b.Var(s.Image(square, b.N)) + layer*squares
}

// comparisons yields the variables of the board whose values have to be
// compared with those of their images, in reading order, to tell whether a
// board equals its image. The last of each cycle is left out: where the others
// equal their images, so does it.
func (s Symmetry) comparisons(in Instance) iter.Seq2[dimacs.Lit, dimacs.Lit] {
	return func(yield func(v, image dimacs.Lit) bool) {
		left := s.numComparisons(in)
		for v := dimacs.Lit(1); left > 0; v++ {
			image := s.image(in, v)
			second := s.image(in, image)
			largest := max(image, second, s.image(in, second)) // a cycle has at most four
			if image == v || v >= largest {
				continue
			}
			if left--; !yield(v, image) {
				return
			}
		}
	}
}

// symmetryGroups returns the clauses that keep one solution of each class, if the
// instance asks for them. A class consists of the images of a solution under the motions
// of the instance. The solution that stays is the lexicographically first one: at the
// first variable where it differs from an image, the solution is true and the image is
// false. For queens, the list of columns from the top row down is the smallest. Armies
// keep their colour and colours keep their name, because motions only move squares.
//
// References: James Crawford, Matthew Ginsberg, Eugene Luks and Amitabha Roy,
// "Symmetry-Breaking Predicates for Search Problems", KR 1996.
func (in Instance) symmetryGroups() []group {
	if !in.SymmetryBroken {
		return nil
	}
	if in.seen() {
		return in.notAfterViews()
	}
	var all []group
	known := map[[2]dimacs.Lit]bool{}
	for _, s := range in.motions() {
		for v, image := range s.comparisons(in) {
			pair := [2]dimacs.Lit{v, image}
			all = append(all, in.notAfterImage(s, known[pair]))
			known[pair] = true
			break
		}
	}
	return all
}

// notAfterImage is the constraint that the board comes no later than its image.
// The first comparison is left out if an earlier constraint has it.
//
// Size: m-1 auxiliary variables for m comparisons, and 5m-5 clauses of two and
// three literals, up to one less.
// Models: one for each board it permits, because each auxiliary variable is
// defined: board and image agree so far.
func (in Instance) notAfterImage(s motion, known bool) group {
	m := s.numComparisons(in)
	return group{
		comment: func() string {
			return "symmetry class: no later in reading order than its image under " + s.String()
		},
		meanings: func(yield func(string) bool) {
			left := m
			for v := range s.comparisons(in) {
				square := in.Board().squareNames([]dimacs.Lit{v})[0]
				if left--; left == 0 || !yield("true if board and image agree up to "+in.where(v)+square+", else false") {
					return
				}
			}
		},
		size: func(weight atmostone.Weight) (aux int, clauses float64) {
			clauses = float64(m-1) * weight(1, 2)
			if !known {
				clauses += weight(1, 1)
			}
			if m > 1 { // the first comparison defines whether board and image agree, and so do m-2 others
				clauses += weight(1, 2) + weight(2, 0) + weight(1, 1)
				clauses += float64(m-2) * (weight(1, 1) + 2*weight(1, 2) + weight(2, 1))
			}
			return m - 1, clauses
		},
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			c := comparer{sink: sink, fresh: fresh, left: m, known: known}
			for v, image := range s.comparisons(in) {
				c.compare(v, image)
				if sink.Err() != nil {
					return
				}
			}
		},
	}
}

// where tells the layer of a variable if there are several.
func (in Instance) where(v dimacs.Lit) string {
	if in.Layers() == 1 {
		return ""
	}
	return in.family().piece((v.Var()-1)/(in.N*in.N)).there + " on "
}

// A comparer adds the clauses of one lexicographic comparison.
type comparer struct {
	sink   dimacs.Sink
	fresh  dimacs.Fresh
	agreed dimacs.Lit // board and image agree so far; 0 before the first comparison
	left   int
	known  bool // the first comparison needs no clause
	clause [3]dimacs.Lit
}

// compare adds that v is true or its image false if they agree so far, and
// defines whether they agree further.
func (c *comparer) compare(v, image dimacs.Lit) {
	if !c.known || c.agreed != 0 {
		c.add(c.agreed.Neg(), v, image.Neg())
	}
	c.left--
	if c.left == 0 {
		return
	}
	next := c.fresh(1)[0]
	if c.agreed != 0 {
		c.sink.Binary(next.Neg(), c.agreed)
	}
	c.add(next.Neg(), v.Neg(), image)
	c.add(c.agreed.Neg(), v, next)
	c.add(c.agreed.Neg(), image.Neg(), next)
	c.agreed = next
}

// add adds the clause of three literals, or of the last two if the first is 0.
func (c *comparer) add(first, a, b dimacs.Lit) {
	if first == 0 {
		c.sink.Binary(a, b)
		return
	}
	c.clause = [3]dimacs.Lit{first, a, b}
	c.sink.Clause(c.clause[:]...)
}
