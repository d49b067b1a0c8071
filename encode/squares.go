package encode

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// squareGroups returns the unit clauses of the squares that hold a queen and of
// those that stay empty.
func (in Instance) squareGroups() []group {
	var all []group
	k := in.QueenCount()
	if placed := in.placed(); len(placed) > 0 && k < in.N*in.N {
		all = append(all, units("placed queens", placed))
	}
	if empty := in.empty(); len(empty) > 0 {
		all = append(all, units("empty squares", negated(empty)))
	}
	return all
}

// placed returns the variables of the placed queens in reading order, each
// once.
func (in Instance) placed() []dimacs.Lit {
	return in.varsOf(in.Placed)
}

// empty returns the variables of the squares that stay empty, blocked
// by themselves or by their diagonals, in reading order, each once. With no
// queen that is every square.
func (in Instance) empty() []dimacs.Lit {
	if in.QueenCount() == 0 {
		return slices.Collect(in.Board().Vars())
	}
	vars := in.varsOf(in.Blocked)
	for _, d := range in.BlockedDiagonals {
		vars = in.Board().lineOf(d).AppendVars(vars)
	}
	return distinct(vars)
}

func (in Instance) varsOf(squares []Square) []dimacs.Lit {
	var vars []dimacs.Lit
	for _, s := range squares {
		vars = append(vars, in.Board().Var(s))
	}
	return distinct(vars)
}

// distinct sorts the variables and returns each once.
func distinct(vars []dimacs.Lit) []dimacs.Lit {
	slices.Sort(vars)
	return slices.Compact(vars)
}

// units is one clause for each literal.
func units(what string, lits []dimacs.Lit) group {
	bytes := int64(0)
	for _, l := range lits {
		bytes += literalBytes(l) + int64(len("0\n"))
	}
	return group{
		says:    func() string { return fmt.Sprintf("%s: %d", what, len(lits)) },
		clauses: int64(len(lits)),
		bytes:   func(int64) int64 { return bytes },
		add: func(sink Sink, _ VarSource) {
			for i := range lits {
				sink.Clause(lits[i : i+1]...)
			}
		},
	}
}
