package encode

import (
	"fmt"
	"iter"
	"slices"

	"queens/dimacs"
	"queens/encode/board"
)

// leapConstraints yields a constraint for each square: a queen on it excludes queens a leap away, on later
// squares in reading order.
func leapConstraints(b board.Board) iter.Seq[Constraint] {
	first := board.Square{Row: 1, Col: 1}
	apart := slices.DeleteFunc(slices.Clone(b.Leaps()), func(leap [2]int) bool {
		return b.InLine(first, b.After(first, leap))
	})
	if len(apart) == 0 {
		return concat[Constraint]()
	}
	return bySquare(b, func(s board.Square) Constraint {
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
	return l.board.Moves.Like + "'s moves from " + l.Algebraic(l.board.N)
}

func (l leaping) identifier() string {
	return fmt.Sprintf("%s_%d_%d", l.board.Moves.Like, l.Row, l.Col)
}

func (l leaping) Len() int {
	var room [9]dimacs.Lit
	return len(l.AppendVars(room[:0]))
}

func (l leaping) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	dst = append(dst, l.board.Var(l.Square))
	first := len(dst)
	for _, leap := range l.leaps {
		if s := l.board.After(l.Square, leap); l.board.Holds(s) && l.board.Var(s) > dst[first-1] {
			dst = append(dst, l.board.Var(s))
		}
	}
	return dst[:first+len(distinct(dst[first:]))]
}
