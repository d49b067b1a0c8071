package encode

import "iter"

// A Constraint says how many queens stand on one line: at least one, at most
// one, or both.
type Constraint struct {
	Line       Line
	AtLeastOne bool
	AtMostOne  bool
}

// Constraints yields what the instance says about its lines, in the order of
// Board.Lines. In the full form each row and each column holds exactly one
// queen; in the minimal form each row at most one and each column at least
// one, which makes N queens either way. Diagonals hold at most one.
//
// Constraints that say nothing, or what an earlier one says, are left out: at
// most one of a single square, and the column of a board of size 1.
func (in Instance) Constraints() iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		for line := range in.Board().Lines() {
			c := Constraint{Line: line, AtMostOne: true}
			switch line.Direction {
			case Row:
				c.AtLeastOne = !in.Minimal
			case Column:
				c.AtLeastOne = in.Minimal || in.N > 1
				c.AtMostOne = !in.Minimal
			}
			c.AtMostOne = c.AtMostOne && line.Len() > 1
			if (c.AtLeastOne || c.AtMostOne) && !yield(c) {
				return
			}
		}
	}
}
