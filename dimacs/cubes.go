package dimacs

import (
	"slices"

	"queens/dimacs/internal/lex"
)

// NegateCube returns the negation of a cube: the clause of the complements of its literals,
// each once.
func NegateCube(cube []Lit) []Lit {
	clause := make([]Lit, 0, len(cube))
	for _, l := range cube {
		if !slices.Contains(clause, l.Neg()) {
			clause = append(clause, l.Neg())
		}
	}
	return clause
}

// ProveCover derives the empty clause from the negations of cubes that cover all assignments.
// The cubes must be the leaves of a tree of decisions, as in WalkCubes. For each inner node of
// the tree, children first, ProveCover calls add with the negation of the node, which follows
// from the negations of its children. The last call has the empty clause,
// unless the only cube is empty. ProveCover returns the first error of add.
func ProveCover(cubes [][]Lit, add func(clause []Lit) error) error {
	return WalkCubes(cubes, func(node []Lit, _ [][]Lit) error { return add(NegateCube(node)) })
}

// WalkCubes visits the inner nodes of the tree whose leaves are the cubes, children before
// parents. A node is a prefix of cubes; the root is the empty prefix. For example, the tree of
// the cubes (1, 2), (1, -2) and (-1) has the inner nodes (1) and (). No cube may be a prefix of
// another cube.
//
// The argument below holds one cube for each child of node, and cube[len(node)] is the decision
// that leads to that child. Without cubes, WalkCubes visits the root, and below is nil. It
// returns the first error of visit.
func WalkCubes(cubes [][]Lit, visit func(node []Lit, below [][]Lit) error) error {
	if len(cubes) == 0 {
		return visit(nil, nil)
	}
	return walkBelow(slices.SortedFunc(slices.Values(cubes), slices.Compare), 0, visit)
}

// walkBelow visits the inner nodes that have at least depth literals and are prefixes of the cubes,
// children before parents, with the arguments that WalkCubes describes. There is at least one cube. The
// cubes are sorted and agree on their first depth literals. walkBelow returns the first error of visit.
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

// cube reads the `a` at data[i:] that begins a cube, sets p.inCube, and returns the index after it. It is
// a fault if the `a` is not the first token of its line, if it is within a clause or cube, or if neither a
// blank nor a line end follows.
func (p *parser) cube(data []byte, i int) (int, *fault) {
	if !p.lineStart || len(p.out.unfinished()) > 0 || p.inCube || i+1 < len(data) && !lex.IsSpace(data[i+1]) {
		return i, p.unexpected(data, i)
	}
	p.inCube = true
	p.lineStart, p.pairEnded = false, false
	return i + 1, nil
}
