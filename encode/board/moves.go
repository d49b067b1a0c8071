package board

import (
	"iter"
	"slices"
)

// Moves lists the squares that a piece attacks.
type Moves struct {
	Lines []Direction `json:"lines,omitempty"` // a piece attacks all squares in these directions
	Like  string      `json:"like,omitempty"`  // the piece whose moves the Leaps are, such as "knight"; "" without Leaps
	Leaps [][2]int    `json:"leaps,omitempty"` // further squares that a piece attacks: the numbers of rows down and columns to the right
}

// Leaps returns the Leaps of the pieces; nil if there are no leaps. The caller must not change them.
func (b Board) Leaps() [][2]int {
	if b.Moves == nil {
		return nil
	}
	return b.Moves.Leaps
}

// After returns the square a leap away from s, which may be outside of a regular board.
func (b Board) After(s Square, leap [2]int) Square {
	to := Square{s.Row + leap[0], s.Col + leap[1]}
	if b.Variant == Torus {
		to = Square{b.onTorus(to.Row), b.onTorus(to.Col)}
	}
	return to
}

// LeapsFrom yields the squares of the board that are a leap away from s, in the order of Leaps. On a small torus,
// squares may repeat and s may be among them.
func (b Board) LeapsFrom(s Square) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for _, leap := range b.Leaps() {
			if to := b.After(s, leap); b.Holds(to) && !yield(to) {
				return
			}
		}
	}
}

// AttackedByLeap reports whether a square of queens is a leap away from s and on no line with s in which the pieces
// attack.
func (b Board) AttackedByLeap(s Square, queens Squares) bool {
	for t := range b.LeapsFrom(s) {
		if queens.Has(t) && !b.InLine(s, t) {
			return true
		}
	}
	return false
}

// Symmetric reports whether each rotation and reflection of the board maps the moves to themselves.
func (m Moves) Symmetric() bool {
	has := func(d Direction) bool { return slices.Contains(m.Lines, d) }
	const middle = 1 << 20
	return has(Row) == has(Column) && has(Rising) == has(Falling) && !slices.ContainsFunc(m.Leaps, func(leap [2]int) bool {
		for _, s := range Symmetries() {
			to := s.Image(Square{middle + leap[0], middle + leap[1]}, 2*middle-1)
			if !slices.Contains(m.Leaps, [2]int{to.Row - middle, to.Col - middle}) {
				return true
			}
		}
		return false
	})
}
