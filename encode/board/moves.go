package board

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"
)

// Moves lists the squares that a piece attacks.
type Moves struct {
	Lines []Direction `json:"lines,omitempty"` // a piece attacks all squares in these directions and in the opposite ones
	Like  string      `json:"-"`               // the piece whose moves the Leaps are, such as "knight"; "" without Leaps
	Leaps []Direction `json:"leaps,omitempty"` // further squares that a piece attacks, a step away; also with a Down below 0
}

// AreQueens reports whether the moves are those of a queen.
func (m *Moves) AreQueens() bool {
	return len(m.Leaps) == 0 && slices.Equal(m.Lines, Directions[:])
}

// Leaps returns the Leaps of the pieces; nil if there are no leaps. The caller must not change them.
func (b Board) Leaps() []Direction {
	if b.Moves == nil {
		return nil
	}
	return b.Moves.Leaps
}

// After returns the square a leap away from s, which may be outside of a regular board.
func (b Board) After(s Square, leap Direction) Square {
	to := Square{s.Row + leap.Down, s.Col + leap.Right}
	if b.Variant == Torus {
		to = Square{onTorus(to.Row, b.N), onTorus(to.Col, b.Width())}
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

// MarshalJSON returns an array of the rows down and the columns to the right.
func (d Direction) MarshalJSON() ([]byte, error) { return json.Marshal([2]int{d.Down, d.Right}) }

// Leaper returns the steps of a leaper, such as a knight for 1 and 2: a squares along one side of the board and
// b along the other. There are eight or, if a or b is 0 or both are equal, four.
func Leaper(a, b int) (steps []Direction) {
	for _, d := range [...]Direction{{a, b}, {a, -b}, {b, a}, {b, -a}, {-a, b}, {-a, -b}, {-b, a}, {-b, -a}} {
		if !slices.Contains(steps, d) {
			steps = append(steps, d)
		}
	}
	slices.SortFunc(steps, func(d, e Direction) int { return cmp.Or(d.Down-e.Down, d.Right-e.Right) })
	return steps
}

// Rider returns the lines of a piece that makes any number of equal steps of a Leaper: the rows and columns for
// 0 and 1, and the diagonals for 1 and 1.
func Rider(a, b int) []Direction {
	lines := slices.DeleteFunc(Leaper(a, b), func(d Direction) bool { return d.Down < 0 || d.Down == 0 && d.Right < 0 })
	slices.SortFunc(lines, func(d, e Direction) int { return cmp.Or(d.Down-e.Down, e.Right-d.Right) })
	return lines
}

// Symmetric reports whether each rotation and reflection of a board maps the moves to themselves.
func (m Moves) Symmetric() bool {
	closed := func(list []Direction, steps func(a, b int) []Direction) bool {
		return !slices.ContainsFunc(list, func(d Direction) bool {
			return slices.ContainsFunc(steps(d.Down, d.Right), func(e Direction) bool { return !slices.Contains(list, e) })
		})
	}
	return closed(m.Lines, Rider) && closed(m.Leaps, Leaper)
}

// Union returns the moves of both, without repetitions. Like is "knight", "king" or, for other leaps, "leaper".
func Union(a, b Moves) Moves {
	m := Moves{Lines: distinct(a.Lines, b.Lines), Leaps: distinct(a.Leaps, b.Leaps)}
	for like, leaps := range map[string][]Direction{"": nil, "knight": Leaper(1, 2), "king": KingSteps()} {
		if len(m.Leaps) == len(leaps) && !slices.ContainsFunc(leaps, func(d Direction) bool { return !slices.Contains(m.Leaps, d) }) {
			m.Like = like
			return m
		}
	}
	m.Like = "leaper"
	return m
}

// distinct returns the steps of both lists, each once, in their order.
func distinct(a, b []Direction) (list []Direction) {
	for _, d := range slices.Concat(a, b) {
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// KingSteps returns the steps of a king.
func KingSteps() []Direction { return slices.Concat(Leaper(0, 1), Leaper(1, 1)) }
