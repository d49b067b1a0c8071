package dimacs

import "slices"

// NegateCube returns the clause that is the negation of a cube, with each literal once.
func NegateCube(cube []Lit) []Lit {
	clause := make([]Lit, 0, len(cube))
	for _, l := range cube {
		if !slices.Contains(clause, l.Neg()) {
			clause = append(clause, l.Neg())
		}
	}
	return clause
}

// ProveCover derives the empty clause from the negations of cubes that cover all
// assignments. A cube is a path of decisions in a tree, see WalkCubes. ProveCover passes the
// negation of each inner node to add, after the negations of its children, from which it
// follows. An error of add ends the derivation, and ProveCover returns it.
func ProveCover(cubes [][]Lit, add func(clause []Lit) error) error {
	return WalkCubes(cubes, func(node []Lit, _ [][]Lit) error { return add(NegateCube(node)) })
}

// WalkCubes visits the inner nodes of a tree whose leaves are the cubes, children before
// parents. A node is a prefix of cubes, and the root is empty. For example, the tree of the
// cubes (1, 2), (1, -2) and (-1) has the inner nodes (1) and (). Below holds one cube for
// each child of node; cube[len(node)] is the decision that leads to the child. An error of
// visit ends the walk, and WalkCubes returns it.
func WalkCubes(cubes [][]Lit, visit func(node []Lit, below [][]Lit) error) error {
	if len(cubes) == 0 {
		return visit(nil, nil)
	}
	return walkBelow(slices.SortedFunc(slices.Values(cubes), slices.Compare), 0, visit)
}

// walkBelow visits the nodes of at least depth decisions on the paths of cubes, which are
// sorted and agree on their first depth literals.
func walkBelow(cubes [][]Lit, depth int, visit func([]Lit, [][]Lit) error) error {
	if len(cubes[0]) == depth {
		return nil
	}
	var below [][]Lit
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
