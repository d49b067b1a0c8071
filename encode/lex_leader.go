package encode

import (
	"iter"

	"queens/dimacs"
	"queens/encode/board"
)

// symmetryGroups returns the clauses that keep one solution of each symmetry class, or nil
// if the instance does not break symmetries. A class consists of the images of a solution
// under the Symmetries of the instance. The clauses keep the lexicographically first solution (the lex-leader):
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
// s, for which comparisons must yield a pair. If known is true, the clause for the first comparison is left out, because an
// earlier constraint contains it.
//
// Size: m-1 auxiliary variables and 5m-5 clauses of two or three literals for m > 1
// comparisons, a single clause for m = 1; one clause less if known is true.
// Models: each permitted board has exactly one, because the clauses define every auxiliary
// variable: board and image agree up to this comparison.
func (in Instance) notAfterImage(s board.Symmetry, known bool) group {
	m := s.Comparisons(in.Board()) * in.Layers()
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
				square := in.Board().SquareNames([]dimacs.Lit{v})[0]
				if left--; left == 0 || !yield("true if board and image agree up to "+in.where(v)+square+", else false") {
					return
				}
			}
		},
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			left, agreed := m, dimacs.Lit(0) // board and image agree up to here; 0 before the first comparison
			ifAgreed := func(lits ...dimacs.Lit) {
				if agreed != 0 {
					lits = append([]dimacs.Lit{agreed.Neg()}, lits...)
				}
				sink.Clause(lits...)
			}
			for v, image := range in.comparisons(s) {
				if !known || left < m {
					ifAgreed(v, image.Neg())
				}
				if left--; left == 0 || sink.Err() != nil {
					return
				}
				next := fresh(1)[0] // board and image agree up to v, too
				if agreed != 0 {
					sink.Binary(next.Neg(), agreed)
				}
				sink.Clause(next.Neg(), v.Neg(), image)
				ifAgreed(v, next)
				ifAgreed(image.Neg(), next)
				agreed = next
			}
		},
	}
}

// where returns the piece of the layer of v as "a white queen on ", or "" if there is a single
// layer.
func (in Instance) where(v dimacs.Lit) string {
	if in.Layers() == 1 {
		return ""
	}
	return in.piece((v.Var()-1)/in.Board().Count()).ifTrue + " on "
}

// comparisons yields pairs of a variable of the board and its image under s, by ascending variable. A
// board equals its image if and only if the values of every pair are equal. The largest variable
// of each cycle is left out: it equals its image if all other variables of the cycle do.
func (in Instance) comparisons(s board.Symmetry) iter.Seq2[dimacs.Lit, dimacs.Lit] {
	b, last := in.Board(), dimacs.Lit(in.squareVariables())
	squares := dimacs.Lit(b.Count())
	image := func(v dimacs.Lit) dimacs.Lit { // in the same layer
		first := (v - 1) / squares * squares
		q, _ := b.SquareOf((v - first).Var())
		return b.Var(s.Image(q, b)) + first
	}
	return func(yield func(v, image dimacs.Lit) bool) {
		for v := dimacs.Lit(1); v <= last; v++ {
			to := image(v)
			later := to
			for later < v {
				later = image(later)
			}
			if later > v && !yield(v, to) {
				return
			}
		}
	}
}

// Symmetries returns the rotations and reflections that map the instance to itself: 1, 2, 4 or 8, first the
// identity. A square board has all 8 and another 4, so the result depends only on its shape, the placed squares, the squares
// of Empty, and the regions. It defines the classes of SymmetryBroken and decode.Classes. The instance must
// pass Check.
func (in Instance) Symmetries() (list []board.Symmetry) {
	placed, empty := board.SquaresOf(in.Placed...), in.Empty()
	for _, s := range in.Board().Symmetries() {
		if placed.FixedBy(s, in.Board()) && empty.FixedBy(s, in.Board()) && in.Regions.FixedBy(s) {
			list = append(list, s)
		}
	}
	return list
}
