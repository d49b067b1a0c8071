package encode

import (
	"fmt"
	"iter"
	"slices"

	"queens/dimacs"
)

// leaps yields a constraint for each square: a queen on it excludes queens a leap away, on later squares in
// reading order.
func (in Instance) leaps(how listing) iter.Seq[Constraint] {
	b := in.Board()
	if len(b.leaps()) == 0 {
		return concat[Constraint]()
	}
	alike := b.byBorders
	if slices.ContainsFunc(b.leaps(), func(leap [2]int) bool { return max(leap[0], leap[1]) > 2 }) {
		alike = b.eachSquare
	}
	return in.bySquare(how, alike, func(s Square) Constraint {
		if l := (leaping{around{b, s}}); l.Len() > 1 {
			return Constraint{Scope: l, FirstExcludes: true}
		}
		return Constraint{}
	})
}

// leaping is the scope of a square, followed by the later squares in reading order that are a leap away
// and share no line with it.
type leaping struct{ around }

func (l leaping) String() string {
	return l.board.moves.Like + "'s moves from " + l.Algebraic(l.board.N)
}

func (l leaping) identifier() string {
	return fmt.Sprintf("%s_%d_%d", l.board.moves.Like, l.Row, l.Col)
}

func (l leaping) Len() int {
	var room [9]dimacs.Lit
	return len(l.AppendVars(room[:0]))
}

func (l leaping) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	dst = append(dst, l.board.Var(l.Square))
	first := len(dst)
	for s := range l.board.leapsFrom(l.Square) {
		if l.board.Var(s) > dst[first-1] && !l.board.inLine(l.Square, s) {
			dst = append(dst, l.board.Var(s))
		}
	}
	return dst[:first+len(distinct(dst[first:]))]
}

// inLine reports whether some line contains both squares.
func (b Board) inLine(s, t Square) bool {
	return slices.ContainsFunc(b.directions(), func(d Direction) bool { return b.through(d, s) == b.through(d, t) })
}

// leaps returns the Leaps of the pieces.
func (b Board) leaps() [][2]int {
	if b.moves == nil {
		return nil
	}
	return b.moves.Leaps
}

// leapsFrom yields the squares of the board that are a leap away from s.
func (b Board) leapsFrom(s Square) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for _, leap := range b.leaps() {
			to := Square{s.Row + leap[0], s.Col + leap[1]}
			if b.Variant == Torus {
				to = Square{b.onTorus(to.Row), b.onTorus(to.Col)}
			}
			if b.holds(to) && !yield(to) {
				return
			}
		}
	}
}

// attackedByLeap reports whether a queen is a leap away from s and shares no line with it.
func (b Board) attackedByLeap(s Square, queens Squares) bool {
	for t := range b.leapsFrom(s) {
		if queens.Has(t) && !b.inLine(s, t) {
			return true
		}
	}
	return false
}
