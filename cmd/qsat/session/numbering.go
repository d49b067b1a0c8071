package session

import (
	"sort"

	"queens/dimacs"
)

// A numbering maps the variables of a session, which have the numbers 1, 2 and so on, to variables of its
// solver. The solver has further variables, such as auxiliary variables and guards. The zero value has no
// variables.
type numbering struct {
	vars   int     // the number of variables of the session
	blocks []block // ascending, both by own and by inner
}

// In a block, variable own+i of the session is variable inner+i of the solver, for i from 0 to size-1.
type block struct{ own, inner, size int }

// add appends size variables. The first has the number inner in the solver, and the others follow it.
func (n *numbering) add(inner, size int) {
	last := len(n.blocks) - 1
	switch {
	case size == 0:
	case last >= 0 && n.blocks[last].inner+n.blocks[last].size == inner:
		n.blocks[last].size += size
	default:
		n.blocks = append(n.blocks, block{n.vars + 1, inner, size})
	}
	n.vars += size
}

// inner returns the literal of the solver for a literal of the session, whose variable must exist.
func (n *numbering) inner(l dimacs.Lit) dimacs.Lit {
	i := sort.Search(len(n.blocks), func(i int) bool { return n.blocks[i].own > l.Var() })
	b := n.blocks[i-1]
	return shifted(l, b.inner-b.own)
}

// own returns the literal of the session for a literal of the solver, or 0 if the session does not have its
// variable.
func (n *numbering) own(l dimacs.Lit) dimacs.Lit {
	i := sort.Search(len(n.blocks), func(i int) bool { return n.blocks[i].inner > l.Var() })
	if i == 0 || l.Var()-n.blocks[i-1].inner >= n.blocks[i-1].size {
		return 0
	}
	b := n.blocks[i-1]
	return shifted(l, b.own-b.inner)
}

// shifted returns the literal with the sign of l whose variable is larger by d.
func shifted(l dimacs.Lit, d int) dimacs.Lit {
	if l < 0 {
		d = -d
	}
	return l + dimacs.Lit(d)
}

// allInner returns the literals of the solver for literals of the session.
func (n *numbering) allInner(lits []dimacs.Lit) []dimacs.Lit {
	list := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		list[i] = n.inner(l)
	}
	return list
}

// allOwn returns the literals of the session for literals of the solver. It leaves out variables that the session
// does not have. The result is not nil.
func (n *numbering) allOwn(lits []dimacs.Lit) []dimacs.Lit {
	list := make([]dimacs.Lit, 0, len(lits))
	for _, l := range lits {
		if l = n.own(l); l != 0 {
			list = append(list, l)
		}
	}
	return list
}

// values calls do with the values of all variables of the session in a, as literals. It passes at most 4,096
// literals at a time, and do must not keep the slice.
func (n *numbering) values(a *dimacs.Assignment, do func([]dimacs.Lit)) {
	piece := make([]dimacs.Lit, 0, min(n.vars, 1<<12))
	for _, b := range n.blocks {
		for i := range b.size {
			if piece = append(piece, shifted(a.Lit(b.inner+i), b.own-b.inner)); len(piece) == cap(piece) {
				do(piece)
				piece = piece[:0]
			}
		}
	}
	do(piece)
}
