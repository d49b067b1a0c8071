package encode

import (
	"iter"

	"queens/dimacs"
)

// A Constraint is one on the variables of its scope: at least one is true, at most one,
// or both; or the first excludes each of the others.
type Constraint struct {
	Scope         Scope
	AtLeastOne    bool
	AtMostOne     bool
	FirstExcludes bool
}

// Constraints yields the constraints of the instance in the order of its file, but for
// numbers of queens, placed and blocked squares, and symmetries.
//
// Those on lines come in the order of Board.Lines. In the full form each row and each
// column holds exactly one queen; in the minimal form each row at most one and each
// column at least one, which makes N queens either way. With another number of queens,
// rows and columns hold at most one in both forms. Diagonals always do.
//
// Constraints that hold anyway, or that an earlier one implies, are left out: at
// most one of a single square, and the column of a board of size 1.
func (in Instance) Constraints() iter.Seq[Constraint] {
	return in.family().constraints(in, false)
}

// lines yields the constraints on lines.
func (in Instance) lines(maximise bool) iter.Seq[Constraint] {
	all := in.QueenCount() == in.N && !maximise
	return func(yield func(Constraint) bool) {
		for line := range in.Board().Lines() {
			c := Constraint{Scope: line, AtMostOne: true}
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

// lineTallies counts what lines yields.
func (in Instance) lineTallies(maximise bool) []tally {
	all, list := in.QueenCount() == in.N && !maximise, in.Board().lengths()
	for i := range list {
		list[i].AtMostOne = list[i].length > 1
	}
	rows, columns := &list[0], &list[1]
	rows.AtLeastOne = all && !in.Minimal
	columns.AtLeastOne = all && (in.Minimal || in.N > 1)
	columns.AtMostOne = columns.AtMostOne && (!all || !in.Minimal)
	return list
}

// groups yields the clauses of the constraint. It uses the slice of literals, as do all
// constraints one after another.
func (c Constraint) groups(amo AtMostOne, lits *[]dimacs.Lit) iter.Seq[group] {
	return func(yield func(group) bool) {
		switch {
		case c.AtLeastOne && !yield(atLeastOne(c.Scope, lits)):
		case c.AtMostOne && !yield(amo.on(c.Scope).group(c.Scope, lits)):
		case c.FirstExcludes:
			yield(firstExcludes(c.Scope, lits))
		}
	}
}

// atLeastOne is the clause that some variable of the scope is true.
func atLeastOne(s Scope, lits *[]dimacs.Lit) group {
	return group{
		comment: func() string { return s.String() + ": at least one " + s.piece() },
		clauses: 1,
		add: func(sink Sink, _ VarSource) {
			*lits = s.AppendVars((*lits)[:0])
			sink.Clause(*lits...)
		},
	}
}

// firstExcludes is a binary clause for the first variable and each of the others.
func firstExcludes(s Scope, lits *[]dimacs.Lit) group {
	return group{
		comment: func() string { return s.String() + ": no " + s.piece() + " on the other end" },
		clauses: int64(s.Len() - 1),
		add: func(sink Sink, _ VarSource) {
			*lits = s.AppendVars((*lits)[:0])
			for _, l := range (*lits)[1:] {
				sink.Binary((*lits)[0].Neg(), l.Neg())
			}
		},
	}
}
