package parts

import (
	"slices"

	"queens/dimacs"
)

// Negation returns the negation of a cube, which is a clause.
func Negation(cube []dimacs.Lit) []dimacs.Lit {
	clause := make([]dimacs.Lit, 0, len(cube))
	for _, l := range cube {
		if !slices.Contains(clause, l.Neg()) {
			clause = append(clause, l.Neg())
		}
	}
	return clause
}

// ProveCover derives the empty clause from the negations of cubes that cover the
// search, which are decisions in their order: that of each node of their tree follows
// from those of its children. It calls add with each clause.
func ProveCover(cubes [][]dimacs.Lit, add func([]dimacs.Lit) error) error {
	return Walk(cubes, func(node []dimacs.Lit, _ [][]dimacs.Lit) error { return add(Negation(node)) })
}

// Walk calls visit with each node of the tree of cubes that is none of them, below
// before above, and with a cube for each of its children.
func Walk(cubes [][]dimacs.Lit, visit func(node []dimacs.Lit, below [][]dimacs.Lit) error) error {
	if len(cubes) == 0 {
		return visit(nil, nil)
	}
	return walkBelow(slices.SortedFunc(slices.Values(cubes), slices.Compare), 0, visit)
}

// walkBelow does so for the sorted cubes that agree on their first literals.
func walkBelow(cubes [][]dimacs.Lit, depth int, visit func([]dimacs.Lit, [][]dimacs.Lit) error) error {
	if len(cubes[0]) == depth {
		return nil
	}
	var below [][]dimacs.Lit
	for from := 0; from < len(cubes); {
		to := from + 1
		for to < len(cubes) && cubes[to][depth] == cubes[from][depth] {
			to++
		}
		if err := walkBelow(cubes[from:to], depth+1, visit); err != nil {
			return err
		}
		below = append(below, cubes[from])
		from = to
	}
	return visit(cubes[0][:depth], below)
}
