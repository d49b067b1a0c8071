package encode

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode/board"
)

// apart yields the constraints that no queen attacks another: the constraints of lines, and then of leaps. The
// argument maximise is as in lines.
func (in Instance) apart(maximise bool) iter.Seq[Constraint] {
	return concat(in.lines(maximise), leapConstraints(in.Board()))
}

// lines yields the constraints on the rows, columns and diagonals in which queens attack, as Constraints describes
// them. If maximise is set, it omits "at least one queen" on a line, because the number of queens is the objective.
func (in Instance) lines(maximise bool) iter.Seq[Constraint] {
	all := in.QueenCount() == in.N && !maximise && in.Aim == "" && in.onePerRow()
	return func(yield func(Constraint) bool) {
		for line := range in.Board().Lines() {
			c := Constraint{Scope: lineScope{line, 0}, Doubled: line.Doubled()}
			row, column := line.Direction == board.Row, line.Direction == board.Column
			if all && (row && !in.Minimal || column && (in.Minimal || in.N > 1)) {
				c.Low = 1
			}
			if line.Len() > 1 && !(column && all && in.Minimal) {
				c.High = 1
			}
			if c.Low+c.High > 0 && !yield(c) {
				return
			}
		}
	}
}

// A lineScope is the scope of a line of the board, in the layer of a colour. String and Len are the methods of Line.
type lineScope struct {
	board.Line
	colour int // from 1, in layer colour-1; 0 for queens, which are in layer 0
}

func (l lineScope) piece() string {
	if l.colour > 0 {
		return fmt.Sprintf("square of colour %d", l.colour)
	}
	return "queen"
}

func (l lineScope) means() (first, other string, of []string) {
	of = l.Board.SquareNames(l.AppendVars(nil))
	if l.colour > 0 {
		return fmt.Sprintf("colour %d is on", l.colour), "it is on", of
	}
	return "a queen is on", "one is on", of
}

// identifier returns a name such as falling_minus_2 or colour_1_row_3.
func (l lineScope) identifier() string {
	word, _, _ := strings.Cut(l.Direction.String(), " ")
	if l.colour > 0 {
		word = fmt.Sprintf("colour_%d_%s", l.colour, word)
	}
	if l.Index < 0 {
		return fmt.Sprintf("%s_minus_%d", word, -l.Index)
	}
	return fmt.Sprintf("%s_%d", word, l.Index)
}

func (l lineScope) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	first, n := len(dst), l.Board.N
	dst = l.Line.AppendVars(dst)
	for i := range dst[first:] {
		dst[first+i] += dimacs.Lit(max(0, l.colour-1) * n * n)
	}
	return dst
}

// leapConstraints yields a constraint for each square that has a later square, in reading order, a leap away and on no
// common line: a queen on the square excludes queens on these later squares.
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

// A leaping is the scope of a square, followed by the later squares in reading order that are a leap away
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
