package encode

import "queens/dimacs"

// symmetryGroups returns the clauses that keep one solution of each symmetry class, or nil
// if the instance does not break symmetries. A class consists of the images of a solution
// under the Symmetries of the instance. The clauses keep the lexicographically first solution:
// at the first variable where it differs from an image, the variable is true in the
// solution and false in the image. For queens, it is the solution with the smallest list of
// columns from the top row down. Armies keep their colours and colours keep their numbers,
// because symmetries only move squares.
//
// On the board of size 4, for example, the solutions 2 4 1 3 and 3 1 4 2 (columns by row)
// are reflections, and the first is kept.
//
// References: James Crawford, Matthew Ginsberg, Eugene Luks and Amitabha Roy,
// "Symmetry-Breaking Predicates for Search Problems", KR 1996.
func (in Instance) symmetryGroups() []group {
	if !in.SymmetryBroken {
		return nil
	}
	var all []group
	known := map[[2]dimacs.Lit]bool{}
	for _, s := range in.Symmetries() {
		for v, image := range in.comparisons(s) {
			pair := [2]dimacs.Lit{v, image}
			all = append(all, in.notAfterImage(s, known[pair]))
			known[pair] = true
			break
		}
	}
	return all
}

// notAfterImage returns the constraint that the board comes no later than its image under
// s. If known is true, an earlier constraint contains the clause for the first comparison,
// and it is left out here.
//
// Size: m-1 auxiliary variables and 5m-5 clauses of two or three literals for m > 1
// comparisons, a single clause for m = 1; one clause less if known is true.
// Models: each permitted board has exactly one, because the clauses define every auxiliary
// variable: board and image agree up to this comparison.
func (in Instance) notAfterImage(s Symmetry, known bool) group {
	m := in.numComparisons(s)
	clauses := max(1, 5*m-5)
	if known {
		clauses--
	}
	return group{
		aux:     m - 1,
		clauses: clauses,
		comment: func() string {
			return "symmetry class: no later in reading order than its image under " + s.String()
		},
		meanings: func(yield func(string) bool) {
			left := m
			for v := range in.comparisons(s) {
				square := in.Board().squareNames([]dimacs.Lit{v})[0]
				if left--; left == 0 || !yield("true if board and image agree up to "+in.where(v)+square+", else false") {
					return
				}
			}
		},
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			c, left := comparer{sink: sink, fresh: fresh}, m
			for v, image := range in.comparisons(s) {
				if !known || left < m {
					c.ifAgreed(v, image.Neg())
				}
				if left--; left == 0 || sink.Err() != nil {
					return
				}
				next := c.next()
				sink.Clause(next.Neg(), v.Neg(), image)
				c.ifAgreed(v, next)
				c.ifAgreed(image.Neg(), next)
				c.agreed = next
			}
		},
	}
}

// where returns the piece of the layer of v, followed by " on ", or "" if there is a single
// layer.
func (in Instance) where(v dimacs.Lit) string {
	if in.Layers() == 1 {
		return ""
	}
	return in.piece((v.Var()-1)/(in.N*in.N)).ifTrue + " on "
}

// A comparer adds the clauses of a lexicographic comparison of the board and an image.
type comparer struct {
	sink   dimacs.Sink
	fresh  dimacs.Fresh
	agreed dimacs.Lit // board and image agree up to here; 0 before the first comparison
}

// next returns a variable that implies that board and image agree up to here. It is to mean that
// they agree further.
func (c *comparer) next() dimacs.Lit {
	next := c.fresh(1)[0]
	if c.agreed != 0 {
		c.sink.Binary(next.Neg(), c.agreed)
	}
	return next
}

// ifAgreed adds the clause that one of the literals is true if board and image agree up to here.
func (c *comparer) ifAgreed(lits ...dimacs.Lit) {
	if c.agreed != 0 {
		lits = append([]dimacs.Lit{c.agreed.Neg()}, lits...)
	}
	c.sink.Clause(lits...)
}
