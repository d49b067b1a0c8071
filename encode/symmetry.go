package encode

import (
	"iter"
	"slices"

	"queens/dimacs"
)

// A symmetry is a rotation or reflection of boards of any size.
type symmetry struct {
	name  string
	image func(s Square, n int) Square
	count func(n int64) int64 // number of squares, less one for each cycle
}

// symmetries are the seven that move squares.
var symmetries = []symmetry{
	{"a quarter turn", func(s Square, n int) Square { return Square{s.Col, n + 1 - s.Row} }, quarters},
	{"a half turn", func(s Square, n int) Square { return Square{n + 1 - s.Row, n + 1 - s.Col} }, half},
	{"three quarter turns", func(s Square, n int) Square { return Square{n + 1 - s.Col, s.Row} }, quarters},
	{"the reflection of rows", func(s Square, n int) Square { return Square{n + 1 - s.Row, s.Col} }, lines},
	{"the reflection of columns", func(s Square, n int) Square { return Square{s.Row, n + 1 - s.Col} }, lines},
	{"the reflection at the falling diagonal", func(s Square, _ int) Square { return Square{s.Col, s.Row} }, triangle},
	{"the reflection at the rising diagonal", func(s Square, n int) Square { return Square{n + 1 - s.Col, n + 1 - s.Row} }, triangle},
}

func quarters(n int64) int64 { return n * n / 4 * 3 }
func half(n int64) int64     { return n * n / 2 }
func lines(n int64) int64    { return n * (n / 2) }
func triangle(n int64) int64 { return n * (n - 1) / 2 }

// symmetries returns those that map the instance to itself. Any board and
// variant has all of them, so it depends on the squares that are placed and
// blocked.
func (in Instance) symmetries() []symmetry {
	b := in.Board()
	placed, empty := in.placed(), in.empty()
	var fixing []symmetry
	for _, s := range symmetries {
		if s.fixes(placed, b) && s.fixes(empty, b) {
			fixing = append(fixing, s)
		}
	}
	return fixing
}

// fixes reports whether the images of the sorted variables are the same ones.
func (s symmetry) fixes(vars []dimacs.Lit, b Board) bool {
	for _, v := range vars {
		if _, ok := slices.BinarySearch(vars, s.of(b, v)); !ok {
			return false
		}
	}
	return true
}

// of returns the variable that a variable of the board is mapped to.
func (s symmetry) of(b Board, v dimacs.Lit) dimacs.Lit {
	square, _ := b.SquareOf(v.Var())
	return b.Var(s.image(square, b.N))
}

// comparisons yields the variables of the board whose values have to be
// compared with those of their images, in reading order, to tell whether a
// board equals its image. The last of each cycle is left out: where the others
// equal their images, so does it.
func (s symmetry) comparisons(b Board) iter.Seq2[dimacs.Lit, dimacs.Lit] {
	return func(yield func(v, image dimacs.Lit) bool) {
		for v := range b.Vars() {
			image := s.of(b, v)
			last := max(image, s.of(b, image), s.of(b, s.of(b, image))) // a cycle has at most four
			if image != v && v < last && !yield(v, image) {
				return
			}
		}
	}
}

// symmetryGroups returns the clauses that keep one board of each class under
// the symmetries of the instance: the one that is lexicographically first among
// its images, where a board with a queen comes before one without at the first
// square in reading order where they differ. In other words, its list of columns
// from the top row down is the smallest.
//
// References: James Crawford, Matthew Ginsberg, Eugene Luks and Amitabha Roy,
// "Symmetry-Breaking Predicates for Search Problems", KR 1996.
func (in Instance) symmetryGroups() []group {
	if !in.SymmetryBroken {
		return nil
	}
	var all []group
	said := map[[2]dimacs.Lit]bool{}
	for _, s := range in.symmetries() {
		for v, image := range s.comparisons(in.Board()) {
			all = append(all, in.first(s, said[[2]dimacs.Lit{v, image}]))
			said[[2]dimacs.Lit{v, image}] = true
			break
		}
	}
	return all
}

// first says that the board comes no later than its image. If the first
// comparison has been said before, it is left out.
//
// Size: m-1 auxiliary variables for m comparisons, and 5m-5 clauses of two and
// three literals, up to one less.
// Models: one for each board it permits, because each auxiliary variable is
// defined: board and image agree so far.
func (in Instance) first(s symmetry, said bool) group {
	m := s.count(int64(in.N))
	clauses := m
	if said {
		clauses--
	}
	if m > 1 {
		clauses += 4*(m-1) - 1
	}
	return group{
		says:    func() string { return "symmetry class: no later in reading order than its image under " + s.name },
		aux:     m - 1,
		clauses: clauses,
		add: func(sink Sink, vars VarSource) {
			c := comparer{sink: sink, vars: vars, left: m, said: said}
			for v, image := range s.comparisons(in.Board()) {
				c.compare(v, image)
				if sink.Err() != nil {
					return
				}
			}
		},
	}
}

// A comparer adds the clauses of one lexicographic comparison.
type comparer struct {
	sink   Sink
	vars   VarSource
	agreed dimacs.Lit // board and image agree so far; 0 before the first comparison
	left   int64
	said   bool
	clause [3]dimacs.Lit
}

// compare says that v is true or its image false if they agree so far, and
// defines whether they agree further.
func (c *comparer) compare(v, image dimacs.Lit) {
	if !c.said || c.agreed != 0 {
		c.add(c.agreed.Neg(), v, image.Neg())
	}
	c.left--
	if c.left == 0 {
		return
	}
	next := c.vars.Fresh()
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
