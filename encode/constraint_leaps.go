package encode

import (
	"fmt"
	"iter"
	"slices"

	"queens/dimacs"
)

// leapConstraints yields a constraint for each square: a queen on it excludes queens a leap away, on later
// squares in reading order.
func (b Board) leapConstraints() iter.Seq[Constraint] {
	first := Square{1, 1}
	apart := slices.DeleteFunc(slices.Clone(b.leaps()), func(leap [2]int) bool {
		return b.inLine(first, b.after(first, leap))
	})
	if len(apart) == 0 {
		return concat[Constraint]()
	}
	return b.bySquare(func(s Square) Constraint {
		if l := (leaping{around{b, s}, apart}); l.Len() > 1 {
			return Constraint{Scope: l, FirstExcludes: true}
		}
		return Constraint{}
	})
}

// leaping is the scope of a square, followed by the later squares in reading order that are a leap away
// and share no line with it.
type leaping struct {
	around
	leaps [][2]int // to squares that share no line
}

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
	for _, leap := range l.leaps {
		if s := l.board.after(l.Square, leap); l.board.holds(s) && l.board.Var(s) > dst[first-1] {
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

// after returns the square a leap away from s, which may be outside of a regular board.
func (b Board) after(s Square, leap [2]int) Square {
	to := Square{s.Row + leap[0], s.Col + leap[1]}
	if b.Variant == Torus {
		to = Square{b.onTorus(to.Row), b.onTorus(to.Col)}
	}
	return to
}

// leapsFrom yields the squares of the board that are a leap away from s.
func (b Board) leapsFrom(s Square) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for _, leap := range b.leaps() {
			if to := b.after(s, leap); b.holds(to) && !yield(to) {
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
