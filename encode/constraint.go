package encode

import (
	"iter"

	"queens/dimacs"
)

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
// one, which makes N queens either way. With another number of queens, rows
// and columns hold at most one in both forms. Diagonals always do.
//
// Constraints that say nothing, or what an earlier one says, are left out: at
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

// lineGroups yields the groups of clauses of all constraints on lines.
func (in Instance) lineGroups(amo AtMostOne) iter.Seq[group] {
	return func(yield func(group) bool) {
		var lits []dimacs.Lit
		for c := range in.Constraints() {
			if c.AtLeastOne && !yield(atLeastOne(c.Line, &lits)) {
				return
			}
			if c.AtMostOne && !yield(amo.on(c.Line).group(c.Line, &lits)) {
				return
			}
		}
	}
}

// atLeastOne is the clause that some square of the line holds a queen. It uses
// the slice of literals, as do all lines one after another.
func atLeastOne(l Line, lits *[]dimacs.Lit) group {
	return group{
		says:    func() string { return l.String() + ": at least one queen" },
		clauses: 1,
		bytes:   func(int64) int64 { return l.digits() + int64(l.Len()) + int64(len("0\n")) },
		add: func(sink Sink, _ VarSource) {
			*lits = l.AppendVars((*lits)[:0])
			sink.Clause(*lits...)
		},
	}
}

// group is the constraint that at most one square of the line holds a queen.
func (e AtMostOne) group(l Line, lits *[]dimacs.Lit) group {
	aux, clauses := e.Size(l.Len())
	return group{
		says:    func() string { return l.String() + ": at most one queen, " + e.Name },
		aux:     aux,
		clauses: clauses,
		bytes:   func(last int64) int64 { return e.bytesOn(l, last) },
		add: func(sink Sink, vars VarSource) {
			*lits = l.AppendVars((*lits)[:0])
			e.Encode(*lits, sink, vars)
		},
	}
}
