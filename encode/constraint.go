package encode

import "iter"

// A Constraint bounds the number of queens on one line: at least one, at most
// one, or both.
type Constraint struct {
	Line       Line
	AtLeastOne bool
	AtMostOne  bool
}

// Constraints yields the constraints of the instance on its lines, in the order of
// Board.Lines. In the full form each row and each column holds exactly one
// queen; in the minimal form each row at most one and each column at least
// one, which makes N queens either way. With another number of queens, rows
// and columns hold at most one in both forms. Diagonals always do.
//
// Constraints that hold anyway, or that an earlier one implies, are left out: at
// most one of a single square, and the column of a board of size 1.
func (in Instance) Constraints() iter.Seq[Constraint] {
	return in.constraints(in.QueenCount() == in.N)
}

// constraints yields them with or without all N queens.
func (in Instance) constraints(all bool) iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		for line := range in.Board().Lines() {
			c := Constraint{Line: line, AtMostOne: true}
			switch line.Direction {
			case Row:
				c.AtLeastOne = all && !in.Minimal
			case Column:
				c.AtLeastOne = all && (in.Minimal || in.N > 1)
				c.AtMostOne = !all || !in.Minimal
			}
			c.AtMostOne = c.AtMostOne && line.Len() > 1
			if (c.AtLeastOne || c.AtMostOne) && !yield(c) {
				return
			}
		}
	}
}
